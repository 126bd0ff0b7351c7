//! The control-flow graph of a body: the tree of regions cut into straight pieces with edges between them.
//!
//! Nobody computes on it; it is how people look at a function. Pieces come in the order of the text, and those that nothing
//! leads to are left out.

use crate::{Body, Inst, Label, LoopId, Region, Value};
use entity::{EntitySet, PrimaryMap, SecondaryMap, entity};

entity! {
    /// A straight piece of a body.
    pub struct Block = "bb";
}

/// A straight piece: instructions, then the ways on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BlockData {
    /// Instructions in order; a branch or switch comes last.
    pub insts: Vec<Value>,
    /// Where control goes next, and on what; none after `return` and `trap`.
    pub edges: Vec<(Why, Block)>,
}

/// When an edge is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Always.
    Always,
    /// The condition of the branch has this outcome.
    Outcome(bool),
    /// The switch goes to this target.
    Target(u32),
}

/// A control-flow graph; the first block is the entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cfg {
    /// Blocks in the order of the text.
    pub blocks: PrimaryMap<Block, BlockData>,
}

/// The graph of a verified body.
pub fn cfg(body: &Body) -> Cfg {
    let mut builder = Builder {
        body,
        blocks: PrimaryMap::new(),
        here: None,
        ends: SecondaryMap::new(),
        heads: SecondaryMap::new(),
    };
    builder.run();
    without_unreachable(&builder.blocks)
}

/// What to do at the end of a region.
enum End {
    Root,
    Then { els: Region, branch: Block },
    Else { then_exit: Option<Block> },
    Loop(Block),
    Block(Label),
}

struct Builder<'a> {
    body: &'a Body,
    blocks: PrimaryMap<Block, BlockData>,
    /// The block that instructions go to; none behind a terminator.
    here: Option<Block>,
    /// Ways to the end of each labelled block.
    ends: SecondaryMap<Label, Vec<(Why, Block)>>,
    heads: SecondaryMap<LoopId, Option<Block>>,
}

impl Builder<'_> {
    fn run(&mut self) {
        self.here = Some(self.blocks.push(BlockData::default()));
        let mut stack = vec![(self.body.root, 0, End::Root)];
        while let Some((region, index, end)) = stack.pop() {
            let Some(&value) = self.body.regions[region].get(index) else {
                stack.extend(self.finish(end));
                continue;
            };
            stack.push((region, index + 1, end));
            stack.extend(self.inst(value));
        }
    }

    /// The block to add to, made if there is none because nothing leads here.
    fn block(&mut self) -> Block {
        *self.here.get_or_insert_with(|| self.blocks.push(BlockData::default()))
    }

    /// A new block that these ways lead to.
    fn join(&mut self, ways: Vec<(Why, Block)>) {
        let block = self.blocks.push(BlockData::default());
        for (why, from) in ways {
            self.blocks[from].edges.push((why, block));
        }
        self.here = Some(block);
    }

    fn inst(&mut self, value: Value) -> Option<(Region, usize, End)> {
        let block = self.block();
        match &self.body.insts[value] {
            Inst::If { then, els, .. } => {
                self.blocks[block].insts.push(value);
                self.join(vec![(Why::Outcome(true), block)]);
                return Some((*then, 0, End::Then { els: *els, branch: block }));
            }
            Inst::Loop { id, body } => {
                self.join(vec![(Why::Always, block)]);
                self.heads[*id] = self.here;
                return Some((*body, 0, End::Loop(self.block())));
            }
            Inst::Block { label, body } => return Some((*body, 0, End::Block(*label))),
            Inst::Leave(label) => self.ends[*label].push((Why::Always, block)),
            Inst::Next(id) => {
                let head = self.heads[*id].expect("a loop should be around its `next`");
                self.blocks[block].edges.push((Why::Always, head));
            }
            Inst::Switch { targets, .. } => {
                self.blocks[block].insts.push(value);
                for (index, label) in targets.iter().enumerate() {
                    self.ends[*label].push((Why::Target(index as u32), block));
                }
            }
            _ => self.blocks[block].insts.push(value),
        }
        if self.body.insts[value].is_terminator() {
            self.here = None;
        }
        None
    }

    fn finish(&mut self, end: End) -> Option<(Region, usize, End)> {
        match end {
            End::Root => {}
            End::Then { els, branch } => {
                let then_exit = self.here;
                self.join(vec![(Why::Outcome(false), branch)]);
                return Some((els, 0, End::Else { then_exit }));
            }
            End::Else { then_exit } => {
                let ways = then_exit.into_iter().chain(self.here);
                self.join(ways.map(|block| (Why::Always, block)).collect());
            }
            End::Loop(head) => {
                if let Some(block) = self.here.take() {
                    self.blocks[block].edges.push((Why::Always, head));
                }
            }
            End::Block(label) => {
                let mut ways = std::mem::take(&mut self.ends[label]);
                ways.extend(self.here.map(|block| (Why::Always, block)));
                self.join(ways);
            }
        }
        None
    }
}

/// The blocks that the entry leads to, renumbered; empty blocks with one way on are skipped.
fn without_unreachable(blocks: &PrimaryMap<Block, BlockData>) -> Cfg {
    let entry = blocks.keys().next().expect("a body should have an entry");
    let mut reached = EntitySet::new();
    let mut stack = vec![skip_empty(blocks, entry)];
    let first = stack[0];
    while let Some(block) = stack.pop() {
        if reached.insert(block) {
            stack.extend(blocks[block].edges.iter().map(|(_, to)| skip_empty(blocks, *to)));
        }
    }
    let order = std::iter::once(first).chain(reached.iter().filter(|block| *block != first));
    let mut renumbered = SecondaryMap::new();
    let mut kept: PrimaryMap<Block, BlockData> = PrimaryMap::new();
    for block in order {
        renumbered[block] = Some(kept.push(blocks[block].clone()));
    }
    for data in kept.values_mut() {
        for (_, to) in &mut data.edges {
            *to = renumbered[skip_empty(blocks, *to)].expect("a target should be reached");
        }
        data.edges.sort_by_key(|(why, _)| rank(*why));
    }
    Cfg { blocks: kept }
}

/// Where an edge ends if blocks without instructions are passed through; an empty loop stays where it is.
fn skip_empty(blocks: &PrimaryMap<Block, BlockData>, mut block: Block) -> Block {
    for _ in 0..blocks.len() {
        match &blocks[block] {
            BlockData { insts, edges } if insts.is_empty() && edges.len() == 1 => {
                block = edges[0].1;
            }
            _ => return block,
        }
    }
    block
}

/// True first, then false, then targets in order.
fn rank(why: Why) -> u32 {
    match why {
        Why::Always | Why::Outcome(true) => 0,
        Why::Outcome(false) => 1,
        Why::Target(target) => target + 2,
    }
}

#[cfg(test)]
mod tests {
    use crate::{parse, print_cfg, print_cfg_dot};

    const LOOP: &str = "
func @f(i32) -> i32 {
    reg l0 i32 \"n\"
    args l0
    loop loop0 source
    decision d0 controlling = c0
    cond c0 of d0
    body {
        block b0 {
            loop loop0 {
                v0 = get i32 l0
                v1 = int i32 3
                v2 = lt.s i1 v0, v1
                if v2 c0 {
                } else {
                    leave b0
                }
                block b1 {
                    block b2 {
                        switch.s v0 to (b1, b2) arms (1: 1) else 0
                    }
                    return v1
                }
                set l0, v1
            }
        }
        v11 = get i32 l0
        return v11
    }
}
";

    #[test]
    fn loops_branches_and_switches_become_edges() {
        let program = parse(LOOP).expect("the text should parse");
        let func = program.find_func("f").expect("the function");
        let expected = "cfg @f {
bb0:
    v0 = get i32 l0
    v1 = int i32 3
    v2 = lt.s i1 v0, v1
    if v2 c0
    -> bb1 +
    -> bb4 -
bb1:
    switch.s v0 to (b1, b2) arms (1: 1) else 0
    -> bb3 :0
    -> bb2 :1
bb2:
    return v1
bb3:
    set l0, v1
    -> bb0
bb4:
    v11 = get i32 l0
    return v11
}
";
        assert_eq!(print_cfg(&program, func, None), expected);
        let dot = print_cfg_dot(&program, func, None);
        assert!(dot.contains("bb1 -> bb3 [label=\":0\"]"), "{dot}");
        assert!(dot.contains("bb0 -> bb4 [label=\"-\"]"), "{dot}");
    }

    #[test]
    fn empty_loops_stay() {
        let text =
            "func @f() {\n    loop loop0\n    body {\n        loop loop0 {\n        }\n    }\n}\n";
        let program = parse(text).expect("the text should parse");
        let func = program.find_func("f").expect("the function");
        assert_eq!(print_cfg(&program, func, None), "cfg @f {\nbb0:\n    -> bb0\n}\n");
    }
}
