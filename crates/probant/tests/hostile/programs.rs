//! The programs.

use std::path::Path;

/// A program, and what should be said of it.
pub(crate) struct Program {
    pub(crate) name: &'static str,
    /// What its hostile function does on one input.
    body: &'static str,
    pub(crate) told: &'static [&'static str],
}

impl Program {
    /// The text: a hostile function between two harmless ones.
    pub(crate) fn text(&self, canary: &Path) -> String {
        let canary = canary.display();
        let body = self.body;
        format!(
            "#define _GNU_SOURCE
#define CANARY \"{canary}\"
{HEADERS}
int first(int x) {{ return x > 3 ? 1 : 2; }}
int hostile(int x) {{
    if (x == 7) {{
        {body}
        return 1;
    }}
    return 0;
}}
int last(int x) {{ return x < 9 ? 1 : 2; }}
"
        )
    }
}

const HEADERS: &str = "#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>";

pub(crate) const PROGRAMS: [Program; 25] = [
    Program {
        name: "system",
        body: r#"system("touch " CANARY "/made; rm -rf " CANARY "/inner");"#,
        told: &["tries-to-run-a-program"],
    },
    Program {
        name: "unlink",
        body: r#"unlink(CANARY "/a"); rmdir(CANARY "/inner");"#,
        told: &["tries-to-delete"],
    },
    Program { name: "truncate", body: r#"truncate(CANARY "/a", 0);"#, told: &["tries-to-write"] },
    Program {
        name: "rename",
        body: r#"rename(CANARY "/a", CANARY "/z");"#,
        told: &["tries-to-rename"],
    },
    Program {
        name: "write",
        body: r#"{ int d = open(CANARY "/new", O_WRONLY | O_CREAT, 0666); if (d >= 0) write(d, "x", 1); d = open(CANARY "/a", O_RDWR | O_TRUNC); if (d >= 0) write(d, "x", 1); }"#,
        told: &["tries-to-write"],
    },
    Program {
        name: "metadata",
        body: r#"chmod(CANARY "/a", 0); utime(CANARY "/b", 0); setxattr(CANARY "/a", "user.x", "y", 1, 0);"#,
        told: &["tries-to-change-a-file"],
    },
    Program {
        name: "shm",
        body: r#"shm_open("/probant-hostile", O_CREAT | O_RDWR, 0666); shmget(0x70726f62, 4096, 0666 | 01000);"#,
        told: &["tries-to-write", "tries-to-share-memory"],
    },
    Program {
        name: "forkbomb",
        body: "while (syscall(SYS_getpid)) syscall(SYS_fork);",
        told: &["tries-to-start-a-process"],
    },
    Program {
        name: "daemon",
        body: "if (syscall(SYS_fork) == 0) { setsid(); if (syscall(SYS_fork) == 0) while (syscall(SYS_getpid)) pause(); } setsid();",
        told: &["tries-to-start-a-process", "tries-to-leave-its-session"],
    },
    Program { name: "kill", body: "syscall(SYS_kill, getppid(), 9);", told: &["tries-to-signal"] },
    Program {
        name: "killpg",
        body: "syscall(SYS_kill, 0, 9); syscall(SYS_kill, -1, 9);",
        told: &["tries-to-signal"],
    },
    Program { name: "sleep", body: "sleep(1000000);", told: &["waits"] },
    Program {
        name: "output",
        body: r#"syscall(SYS_alarm, 0); while (syscall(SYS_getpid)) { write(1, "and so on", 9); write(2, "and so on", 9); }"#,
        told: &["tries-to-set-a-timer"],
    },
    Program {
        name: "memory",
        body: "{ char *p = mmap(0, 100UL << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); if (p != MAP_FAILED) memset(p, 1, 100UL << 30); }",
        told: &["tries-to-take-memory"],
    },
    Program {
        name: "closeall",
        body: "{ int i; for (i = 0; i < 4096; i++) close(i); }",
        told: &["hostile, criterion branch"],
    },
    Program {
        name: "chdir",
        body: r#"chdir(CANARY); creat("made", 0666);"#,
        told: &["tries-to-change-folder", "tries-to-write"],
    },
    Program {
        name: "exec",
        body: r#"execl("/bin/sh", "sh", "-c", "touch " CANARY "/made", (char *)0);"#,
        told: &["tries-to-run-a-program"],
    },
    Program {
        name: "socket",
        body: "{ int s = socket(AF_INET, SOCK_STREAM, 0); if (s >= 0) listen(s, 1); }",
        told: &["tries-to-use-the-network"],
    },
    Program {
        name: "ptrace",
        body: "ptrace(PTRACE_ATTACH, getppid(), 0, 0);",
        told: &["tries-to-trace"],
    },
    Program {
        name: "setrlimit",
        body: "{ struct rlimit r = { RLIM_INFINITY, RLIM_INFINITY }; setrlimit(RLIMIT_NPROC, &r); setrlimit(RLIMIT_FSIZE, &r); }",
        told: &["tries-to-change-limits"],
    },
    Program {
        name: "symlinks",
        body: r#"{ int i; for (i = 0; i < 100; i++) { symlink(CANARY "/a", "link"); unlink("link"); symlink(CANARY "/b", "link"); } }"#,
        told: &["tries-to-make-a-file", "tries-to-delete"],
    },
    Program {
        name: "proc",
        body: r#"{ int d = open("/proc/self/oom_score_adj", O_WRONLY); if (d >= 0) write(d, "-1000", 5); d = open("/proc/sys/kernel/hostname", O_WRONLY); if (d >= 0) write(d, "x", 1); }"#,
        told: &["tries-to-write"],
    },
    Program {
        name: "inherited",
        body: r#"{ int i; for (i = 3; i < 256; i++) { write(i, "x", 1); ftruncate(i, 0); } }"#,
        told: &["tries-to-write"],
    },
    Program {
        name: "core",
        body: "{ struct rlimit r = { RLIM_INFINITY, RLIM_INFINITY }; setrlimit(RLIMIT_CORE, &r); *(volatile int *)8 = 1; }",
        told: &["tries-to-change-limits"],
    },
    Program {
        name: "alarm",
        body: "syscall(SYS_alarm, 0); while (syscall(SYS_getpid)) { }",
        told: &["tries-to-set-a-timer"],
    },
];
