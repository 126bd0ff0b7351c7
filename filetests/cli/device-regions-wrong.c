// test: cli
// What names no register of the code is told, with the line and the remedy.
// args: gen {file} --config {dir}/settings/device-regions-wrong.toml --no-replay --emit none
// exit: 3
// stderr: device-regions-wrong.toml:3: `SRR` of [region.UART] is no register there: did you mean `SR`?
// args: gen {file} --config {dir}/settings/device-regions-small.toml --no-replay --emit none
// exit: 3
// stderr: device-regions-small.toml:2: [region.UART] has 4 bytes, but `(uart_t *)0x40010000u` of the code ends 8 bytes behind its start: raise `size`
typedef struct { volatile unsigned SR, DR; } uart_t;
int ready(void) { if (((uart_t *)0x40010000u)->SR & 1u) return 1; return 0; }
