//! `setjmp.h`: what it means is up to the engine, which has the frames.

use super::{Model, Stop};

#[rustfmt::skip] // A table: one model a line.
pub(super) const MODELS: &[Model] = &[
    Model { name: "setjmp", sig: "ip", run: |_, args| Err(Stop::Mark(args[0].pointer())) },
    Model { name: "_setjmp", sig: "ip", run: |_, args| Err(Stop::Mark(args[0].pointer())) },
    Model { name: "sigsetjmp", sig: "ipi", run: |_, args| Err(Stop::Mark(args[0].pointer())) },
    Model { name: "__sigsetjmp", sig: "ipi", run: |_, args| Err(Stop::Mark(args[0].pointer())) },
    Model { name: "longjmp", sig: "vpi", run: |_, args| Err(Stop::Jump(args[0].pointer(), args[1].int())) },
    Model { name: "_longjmp", sig: "vpi", run: |_, args| Err(Stop::Jump(args[0].pointer(), args[1].int())) },
    Model { name: "siglongjmp", sig: "vpi", run: |_, args| Err(Stop::Jump(args[0].pointer(), args[1].int())) },
];
