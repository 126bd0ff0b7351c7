//! Files that are linked: what was found is compiled as the first lines of a test file say, beside the sources as they are.

mod compiled;

use compiled::check;
use std::path::PathBuf;
use std::process::Command;

const HEADER: &str = "\
struct point { int x, y; };
typedef unsigned char small;
enum color { RED, GREEN };
static inline int twice(small v) { return 2 * v; }
static int calls;
extern int limit;
int measure(const struct point *p, enum color c);
struct box;
int volume(const struct box *b);
char *label(int n);
int opened(const char *name);
";

const FILE: &str = "\
#include \"shared.h\"
static int helper(int x) { return x ? 1 : 2; }
int far(const struct point *p, enum color c) {
  calls = 1;
  if (measure(p, c) > limit) return helper(calls);
  return twice((small)p->y);
}
int is_full(const struct box *b) { return volume(b) == 60 ? 1 : 0; }
int has_label(int n) {
  char *text = label(n);
  int found = text != 0;
  if (found && text[0] == 'b') found = 2;
  free_label(text);
  return found;
}
int is_there(const char *name) { return opened(name) > 3 ? 1 : 0; }
";

const OTHER: &str = "\
#include <stdint.h>
#include <stdlib.h>
#include <fcntl.h>
#include \"shared.h\"
enum unit { VOLT, AMPERE };
struct reading { enum unit unit; int value; };
int sensor(int channel);
void read_out(struct reading *r);
int limit = 10;
typedef struct { uint8_t width; } inner;
struct box { inner in; signed char depth; };
static int helper(int x) { calls += 2; return x > 9 ? x : calls; }
int measure(const struct point *p, enum color c) {
  if (c == GREEN) return helper(p->x) > sensor(2);
  struct reading now = {VOLT, 1};
  read_out(&now);
  return now.unit == AMPERE ? now.value : p->x;
}
int volume(const struct box *b) { return b->in.width * b->depth; }
char *label(int n) {
  char *text = malloc(2);
  if (text) { text[0] = n > 3 ? 'b' : 'a'; text[1] = 0; }
  return text;
}
void free_label(char *text) { free(text); }
int opened(const char *name) { return open(name, O_RDONLY); }
";

/// A folder with the sources; gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("link-{name}"));
        std::fs::create_dir_all(folder.join("src")).expect("a folder");
        let file = FILE.replacen('\n', "\nvoid free_label(char *text);\n", 1);
        for (name, text) in [("shared.h", HEADER), ("a.c", &file), ("b.c", OTHER)] {
            std::fs::write(folder.join("src").join(name), text).expect("a file");
        }
        Self(folder)
    }

    fn generate(&self, more: &[&str]) -> String {
        let run = Command::new(env!("CARGO_BIN_EXE_probant"))
            .args(["gen", "src/a.c", "--out", "out"])
            .args(more)
            .current_dir(&self.0)
            .output()
            .expect("probant starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(run.status.code() <= Some(2), "{}", text(&run.stderr));
        text(&run.stdout)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn test_files_are_compiled_with_the_linked_files() {
    let folder = Folder::new("files");
    let told = folder.generate(&["--link", "src/b.c"]);
    assert!(told.contains("has_label, criterion branch: complete"), "{told}");
    check(&folder.0.join("out"), "far");
    check(&folder.0.join("out"), "is_full");
    // Allocations fail, and files are opened, by functions of the test file, also where the other file calls them.
    let line = check(&folder.0.join("out"), "has_label");
    assert!(line.contains("-Dmalloc=probant_malloc"), "{line}");
    let line = check(&folder.0.join("out"), "is_there");
    assert!(line.contains("-Dopen=probant_open"), "{line}");
}

#[test]
fn a_file_that_calls_nothing_of_the_test_file_is_compiled_along() {
    let folder = Folder::new("along");
    std::fs::write(folder.0.join("src/b.c"), "int opened(const char *name) { return name[0]; }\n")
        .expect("a file");
    folder.generate(&["-f", "is_there", "--link", "src/b.c"]);
    let line = check(&folder.0.join("out"), "is_there");
    assert!(line.ends_with("test_is_there.c ../src/b.c"), "{line}");
}

#[test]
fn a_project_says_what_is_linked() {
    let folder = Folder::new("project");
    let settings = "[link]\n\"src/a.c\" = [\"src/b.c\"]\nall = \"src/a.c\"\n";
    std::fs::write(folder.0.join("probant.toml"), settings).expect("a file");
    let told = folder.generate(&["-f", "is_full"]);
    assert!(told.contains("2 covered"), "{told}");
    check(&folder.0.join("out"), "is_full");
}
