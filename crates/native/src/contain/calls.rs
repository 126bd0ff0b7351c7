//! The system calls that tests are kept from making, what each would have done, and the filter that stops them.
//!
//! This layer tells what the code under test tried: the runtime puts the filter around each test, notes what it stops and answers
//! as if the system had refused it. That nothing is harmed does not rest on it: the other layers see to that. It knows calls by
//! their numbers, so it is there for 64-bit x86 and ARM only, and never for programs of another width.

use std::collections::{BTreeMap, BTreeSet};

use nix::libc;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

use crate::{NativeEnds, NativeRun};

/// The signal of a call that was stopped.
pub(crate) const SIGSYS: u32 = 31;

/// What a call that was stopped would have done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Attempt {
    /// To delete a file or folder.
    Delete,
    /// To rename one.
    Rename,
    /// To write a file, or to shorten it.
    Write,
    /// To make a folder, a link or a device.
    Make,
    /// To change rights, owner, times or attributes of a file.
    Touch,
    /// To write through a descriptor that it did not open.
    Descriptor,
    /// To start a process.
    Process,
    /// To run another program.
    Program,
    /// To signal another process.
    Signal,
    /// To look into another process.
    Trace,
    /// To use the network.
    Network,
    /// To share memory, semaphores or queues with others.
    Share,
    /// To change its limits.
    Limits,
    /// To set a timer.
    Timer,
    /// To leave its session.
    Session,
    /// To change its rights.
    Rights,
    /// To change the system.
    System,
    /// To take far more memory than there is for a test.
    Memory,
    /// To work in another folder.
    Folder,
    /// To wait.
    Wait,
    /// Something that is not let through, by a process that hears of nothing.
    Other,
}

impl Attempt {
    /// Its stable name in findings.
    pub fn kind(self) -> &'static str {
        self.words().0
    }

    /// What it tries, as a sentence goes on.
    pub fn sentence(self) -> &'static str {
        self.words().1
    }

    /// Whether it is worth a finding: to wait harms nobody, it is only cut short.
    pub fn is_finding(self) -> bool {
        self != Attempt::Wait
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            Attempt::Delete => ("tries-to-delete", "tries to delete a file"),
            Attempt::Rename => ("tries-to-rename", "tries to rename a file"),
            Attempt::Write => ("tries-to-write", "tries to write a file"),
            Attempt::Make => ("tries-to-make-a-file", "tries to make a folder, link or device"),
            Attempt::Touch => {
                ("tries-to-change-a-file", "tries to change rights or times of a file")
            }
            Attempt::Descriptor => {
                ("tries-to-write", "tries to write through a descriptor that it did not open")
            }
            Attempt::Process => ("tries-to-start-a-process", "tries to start a process"),
            Attempt::Program => ("tries-to-run-a-program", "tries to run another program"),
            Attempt::Signal => ("tries-to-signal", "tries to signal another process"),
            Attempt::Trace => ("tries-to-trace", "tries to look into another process"),
            Attempt::Network => ("tries-to-use-the-network", "tries to use the network"),
            Attempt::Share => {
                ("tries-to-share-memory", "tries to share memory with other processes")
            }
            Attempt::Limits => ("tries-to-change-limits", "tries to change its limits"),
            Attempt::Timer => ("tries-to-set-a-timer", "tries to set a timer"),
            Attempt::Session => ("tries-to-leave-its-session", "tries to leave its session"),
            Attempt::Rights => ("tries-to-change-rights", "tries to change its rights"),
            Attempt::System => ("tries-to-change-the-system", "tries to change the system"),
            Attempt::Memory => {
                ("tries-to-take-memory", "tries to take more memory than a test may have")
            }
            Attempt::Folder => ("tries-to-change-folder", "tries to work in another folder"),
            Attempt::Wait => ("waits", "waits, which is cut short"),
            Attempt::Other => {
                ("tries-what-is-forbidden", "makes a system call that is not let through")
            }
        }
    }

    /// What a run tried that it was kept from.
    pub fn all_of(run: &NativeRun) -> BTreeSet<Attempt> {
        let table = table();
        let of = |call: &u32| table.iter().find(|row| row.call == i64::from(*call));
        let mut attempts: BTreeSet<Attempt> =
            run.tried.iter().filter_map(of).map(|row| row.attempt).collect();
        if attempts.is_empty() && run.ends == NativeEnds::Signal(SIGSYS) {
            attempts.insert(Attempt::Other);
        }
        attempts
    }
}

/// When a call is stopped.
#[derive(Clone, Copy)]
enum When {
    Always,
    /// The bits of the mask in this argument are the value.
    Bits(u8, u64, u64),
    /// This argument is larger.
    Above(u8, u64),
}

struct Row {
    call: i64,
    when: When,
    attempt: Attempt,
}

/// More memory than this at once is told; less is for the limit of the process.
const HUGE: u64 = 4 << 30;

fn table() -> Vec<Row> {
    use Attempt::{
        Delete, Folder, Limits, Make, Network, Process, Program, Rename, Rights, Session, Share,
        Signal, System, Timer, Touch, Trace, Wait, Write,
    };
    let mut rows = Vec::new();
    let mut stop = |attempt, calls: &[i64]| {
        rows.extend(calls.iter().map(|&call| Row { call, when: When::Always, attempt }));
    };
    stop(Delete, &[libc::SYS_unlinkat]);
    stop(Rename, &[libc::SYS_renameat2, libc::SYS_renameat]);
    stop(Write, &[libc::SYS_openat2, libc::SYS_truncate]);
    stop(Make, &[libc::SYS_mkdirat, libc::SYS_mknodat, libc::SYS_linkat, libc::SYS_symlinkat]);
    stop(Touch, &[libc::SYS_fchmod, libc::SYS_fchmodat, libc::SYS_fchown, libc::SYS_fchownat]);
    stop(Touch, &[libc::SYS_utimensat, libc::SYS_setxattr, libc::SYS_lsetxattr]);
    stop(Touch, &[libc::SYS_fsetxattr, libc::SYS_removexattr, libc::SYS_lremovexattr]);
    stop(Touch, &[libc::SYS_fremovexattr]);
    stop(Process, &[libc::SYS_clone3]);
    stop(Program, &[libc::SYS_execve, libc::SYS_execveat]);
    stop(Signal, &[libc::SYS_kill, libc::SYS_pidfd_open, libc::SYS_pidfd_send_signal]);
    stop(Signal, &[libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo]);
    stop(Trace, &[libc::SYS_ptrace, libc::SYS_process_vm_readv, libc::SYS_process_vm_writev]);
    stop(Network, &[libc::SYS_socket, libc::SYS_connect, libc::SYS_bind]);
    stop(Share, &[libc::SYS_shmget, libc::SYS_shmat, libc::SYS_semget, libc::SYS_msgget]);
    stop(Share, &[libc::SYS_mq_open, libc::SYS_mq_unlink]);
    stop(Limits, &[libc::SYS_setrlimit, libc::SYS_setpriority, libc::SYS_sched_setscheduler]);
    stop(Timer, &[libc::SYS_setitimer, libc::SYS_timer_create]);
    stop(Session, &[libc::SYS_setsid, libc::SYS_setpgid]);
    stop(Rights, &[libc::SYS_setuid, libc::SYS_setgid, libc::SYS_setresuid, libc::SYS_setresgid]);
    stop(Rights, &[libc::SYS_setreuid, libc::SYS_setregid, libc::SYS_setgroups, libc::SYS_capset]);
    stop(System, &[libc::SYS_mount, libc::SYS_umount2, libc::SYS_pivot_root, libc::SYS_chroot]);
    stop(System, &[libc::SYS_unshare, libc::SYS_setns, libc::SYS_reboot, libc::SYS_sethostname]);
    stop(System, &[libc::SYS_settimeofday, libc::SYS_clock_settime, libc::SYS_adjtimex]);
    stop(System, &[libc::SYS_swapon, libc::SYS_swapoff, libc::SYS_init_module, libc::SYS_bpf]);
    stop(System, &[libc::SYS_perf_event_open, libc::SYS_keyctl, libc::SYS_add_key]);
    // A ring does what other calls would, unseen.
    stop(System, &[libc::SYS_io_uring_setup, libc::SYS_userfaultfd]);
    stop(Folder, &[libc::SYS_chdir, libc::SYS_fchdir]);
    stop(Wait, &[libc::SYS_nanosleep, libc::SYS_clock_nanosleep]);
    #[cfg(target_arch = "x86_64")]
    older(&mut stop);
    rows.extend(conditional());
    rows
}

/// Calls that newer systems have another form of only.
#[cfg(target_arch = "x86_64")]
fn older(stop: &mut impl FnMut(Attempt, &[i64])) {
    use Attempt::{Delete, Make, Process, Rename, Timer, Touch, Write};
    stop(Delete, &[libc::SYS_unlink, libc::SYS_rmdir]);
    stop(Rename, &[libc::SYS_rename]);
    stop(Write, &[libc::SYS_creat]);
    stop(Make, &[libc::SYS_mkdir, libc::SYS_mknod, libc::SYS_link, libc::SYS_symlink]);
    stop(Touch, &[libc::SYS_chmod, libc::SYS_chown, libc::SYS_lchown, libc::SYS_utime]);
    stop(Touch, &[libc::SYS_utimes, libc::SYS_futimesat]);
    stop(Process, &[libc::SYS_fork, libc::SYS_vfork]);
    stop(Timer, &[libc::SYS_alarm]);
}

/// Calls that are stopped because of what they are asked for.
fn conditional() -> Vec<Row> {
    let row = |call, when, attempt| Row { call, when, attempt };
    let mut rows = Vec::new();
    let mut opens = |call, flags: u8| {
        for (mask, value) in [
            (libc::O_ACCMODE, libc::O_WRONLY),
            (libc::O_ACCMODE, libc::O_RDWR),
            (libc::O_CREAT, libc::O_CREAT),
            (libc::O_TRUNC, libc::O_TRUNC),
        ] {
            rows.push(row(call, When::Bits(flags, mask as u64, value as u64), Attempt::Write));
        }
    };
    opens(libc::SYS_openat, 2);
    #[cfg(target_arch = "x86_64")]
    opens(libc::SYS_open, 1);
    for call in [libc::SYS_write, libc::SYS_writev, libc::SYS_pwrite64, libc::SYS_ftruncate] {
        rows.push(row(call, When::Above(0, 2), Attempt::Descriptor));
    }
    let thread = libc::CLONE_THREAD as u64;
    rows.push(row(libc::SYS_clone, When::Bits(0, thread, 0), Attempt::Process));
    rows.push(row(libc::SYS_prlimit64, When::Above(2, 0), Attempt::Limits));
    rows.push(row(libc::SYS_mmap, When::Above(1, HUGE), Attempt::Memory));
    rows
}

/// The filter as the kernel reads it; none where calls cannot be told. Sanitizers map as much as they like.
pub(crate) fn filter(sanitized: bool) -> Option<Vec<u8>> {
    let program = compiled(sanitized)?;
    let bytes = program.iter().flat_map(|step| {
        let [a, b] = step.code.to_ne_bytes();
        let [k0, k1, k2, k3] = step.k.to_ne_bytes();
        [a, b, step.jt, step.jf, k0, k1, k2, k3]
    });
    Some(bytes.collect())
}

/// The same for our own process.
pub(crate) fn compiled(sanitized: bool) -> Option<BpfProgram> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).ok()?;
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    for row in table().into_iter().filter(|row| !sanitized || row.attempt != Attempt::Memory) {
        let of_call = rules.entry(row.call).or_default();
        of_call.extend(condition(row.when).map(|condition| {
            SeccompRule::new(vec![condition]).expect("a rule with a condition is a rule")
        }));
    }
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Trap, arch).ok()?;
    filter.try_into().ok()
}

fn condition(when: When) -> Option<SeccompCondition> {
    use SeccompCmpArgLen::{Dword, Qword};
    let condition = match when {
        When::Always => return None,
        When::Bits(at, mask, value) => {
            SeccompCondition::new(at, Dword, SeccompCmpOp::MaskedEq(mask), value)
        }
        When::Above(0, least) => SeccompCondition::new(0, Dword, SeccompCmpOp::Gt, least),
        When::Above(at, least) => SeccompCondition::new(at, Qword, SeccompCmpOp::Gt, least),
    };
    Some(condition.expect("arguments are numbered from 0 to 5"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_call_stands_for_one_attempt() {
        let mut of: BTreeMap<i64, Attempt> = BTreeMap::new();
        for row in table() {
            let attempt = *of.entry(row.call).or_insert(row.attempt);
            assert_eq!(attempt, row.attempt, "call {}", row.call);
        }
    }

    #[test]
    fn the_filter_fits_the_runtime() {
        if let (Some(whole), Some(sanitized)) = (filter(false), filter(true)) {
            assert!(sanitized.len() < whole.len() && whole.len() / 8 < 4096, "{}", whole.len());
        }
    }
}
