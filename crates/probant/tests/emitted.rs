//! Test files that once failed under sanitizers, or for which compilers had warnings, where the source alone has none.

mod compiled;

use std::path::PathBuf;
use std::process::Command;

/// Writes tests of a function and compiles and runs them as people do.
#[track_caller]
fn check(function: &str, text: &str) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("emitted-{function}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("a.c"), text).expect("a file");
    let run = Command::new(env!("CARGO_BIN_EXE_probant"))
        .args(["gen", "a.c", "--out", ".", "-f", function])
        .current_dir(&folder)
        .output()
        .expect("probant starts");
    assert!(run.status.code() <= Some(2), "{}", String::from_utf8_lossy(&run.stderr));
    compiled::check(&folder, function);
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_byte_that_is_no_truth_value_is_not_read_as_one() {
    check(
        "set",
        "struct state { _Bool on; int n; };\n\
         int set(struct state *s, unsigned char v) {\n\
           *(unsigned char *)&s->on = v;\n\
           return v == 3 ? 1 : s->n;\n\
         }\n",
    );
}

#[test]
fn an_array_has_the_elements_that_the_parameter_says() {
    check(
        "is_null",
        "int is_null(const int pair[2]) { return pair[0] == -1 || pair[1] == -1 ? 1 : 0; }\n",
    );
}

#[test]
fn a_format_may_have_fewer_arguments_than_are_passed() {
    check(
        "say",
        "#include <stdarg.h>\n\
         __attribute__((format(printf, 1, 2))) int say(const char *format, ...) {\n\
           if (!format) return 9;\n\
           va_list rest;\n\
           va_start(rest, format);\n\
           int first = va_arg(rest, int);\n\
           va_end(rest);\n\
           return first > 7 && format[0] ? 1 : 0;\n\
         }\n",
    );
}

#[test]
fn a_function_that_takes_a_list_is_called_with_the_arguments_themselves() {
    check(
        "listed",
        "#include <stdarg.h>\n\
         static int listed(va_list rest, char kind) {\n\
           if (kind == 'd') return va_arg(rest, double) > 1.5 ? 1 : 2;\n\
           return va_arg(rest, int) == va_arg(rest, int) ? 3 : 4;\n\
         }\n",
    );
}

#[test]
fn members_may_be_called_as_allocators_that_fail() {
    check(
        "grow",
        "#include <stdlib.h>\n\
         struct map { void *(*malloc)(size_t); int strdup; };\n\
         int grow(struct map *m) {\n\
           char *room = m->strdup > 5 ? 0 : malloc(4);\n\
           if (m->strdup < 3 && !room) return -1;\n\
           free(room);\n\
           return m->strdup > 3 ? 1 : 0;\n\
         }\n",
    );
}

#[test]
fn a_structure_of_any_length_is_followed_by_its_elements() {
    check(
        "third",
        "struct set { unsigned len; signed char of[]; };\n\
         int third(struct set *s) { return s->len > 2 && s->of[2] == 7 ? 1 : 0; }\n",
    );
}
