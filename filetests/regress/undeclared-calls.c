// test: cli
// Functions that nobody declared had stubs that no compiler takes, and those that only a sibling calls had none.
// args: gen {file} --budget 1s --emit none
// exit: 0..3
typedef int bool_;int Positive_RA_Alt_Thresh[];bool_ Non_Crossing_Biased_Climb(){bool_
result=(Own_Below_Threat())|((Own_Below_Threat())&((ALIM())));}bool_ Non_Crossing_Biased_Descend(){bool_ enabled,tcas_equipped,intent_not_known,need_downward_RA;(enabled&((intent_not_known)|tcas_equipped));}
