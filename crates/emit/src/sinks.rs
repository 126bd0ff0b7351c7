//! Output to streams that tests make up: what is printed to a file that was never opened goes nowhere, and everything else
//! where it went. Harnesses define these functions under names of their own, and the unit calls them in place of the library's.

/// Functions of the library that print to a stream, each with its prototype behind the name, and what it does.
const SINKS: &[(&str, &str, &str)] = &[
    (
        "fprintf",
        "int NAME(FILE *stream, const char *form, ...)",
        "    int n;
    __builtin_va_list list;
    __builtin_va_start(list, form);
    n = REAL(stream) ? vfprintf(stream, form, list) : vsnprintf(0, 0, form, list);
    __builtin_va_end(list);
    return n;",
    ),
    (
        "vfprintf",
        "int NAME(FILE *stream, const char *form, __builtin_va_list list)",
        "    return REAL(stream) ? vfprintf(stream, form, list) : vsnprintf(0, 0, form, list);",
    ),
    (
        "fputs",
        "int NAME(const char *text, FILE *stream)",
        "    return REAL(stream) ? fputs(text, stream) : 1;",
    ),
    (
        "fputc",
        "int NAME(int c, FILE *stream)",
        "    return REAL(stream) ? fputc(c, stream) : (unsigned char)c;",
    ),
    (
        "putc",
        "int NAME(int c, FILE *stream)",
        "    return REAL(stream) ? fputc(c, stream) : (unsigned char)c;",
    ),
    (
        "fwrite",
        "__SIZE_TYPE__ NAME(const void *from, __SIZE_TYPE__ size, __SIZE_TYPE__ n, FILE *stream)",
        "    return REAL(stream) ? fwrite(from, size, n, stream) : size ? n : 0;",
    ),
    (
        "fflush",
        "int NAME(FILE *stream)",
        "    return !stream || REAL(stream) ? fflush(stream) : 0;",
    ),
    (
        "setbuf",
        "void NAME(FILE *stream, char *buffer)",
        "    if (REAL(stream))\n        setbuf(stream, buffer);",
    ),
    (
        "setvbuf",
        "int NAME(FILE *stream, char *buffer, int mode, __SIZE_TYPE__ size)",
        "    return REAL(stream) ? setvbuf(stream, buffer, mode, size) : 0;",
    ),
];

/// Is a function one that prints to a stream?
pub fn is_sink(name: &str) -> bool {
    SINKS.iter().any(|sink| sink.0 == name)
}

/// The library's own functions declared again: the unit's headers have declared others in their places.
pub(crate) fn declarations(names: &[String]) -> String {
    let sinks = SINKS.iter().filter(|sink| names.iter().any(|name| name == sink.0));
    let declared = sinks.map(|(name, head, _)| format!("extern {};\n", head.replace("NAME", name)));
    let mut text: String = declared.collect();
    if names.iter().any(|name| name == "fprintf" || name == "vfprintf") {
        text.push_str("extern int vfprintf(FILE *, const char *, __builtin_va_list);\n");
        text.push_str(
            "extern int vsnprintf(char *, __SIZE_TYPE__, const char *, __builtin_va_list);\n",
        );
    }
    if names.iter().any(|name| name == "putc") {
        text.push_str("extern int fputc(int, FILE *);\n");
    }
    text
}

/// What stands in their places, under a prefix.
pub(crate) fn definitions(names: &[String], prefix: &str) -> String {
    let sinks: Vec<_> =
        SINKS.iter().filter(|sink| names.iter().any(|name| name == sink.0)).collect();
    if sinks.is_empty() {
        return String::new();
    }
    let real = format!("{prefix}is_real");
    let mut text = format!(
        "/* What is printed to a file that a test makes up goes nowhere. */\n\
         static int {real}(FILE *stream)\n{{\n    \
         return stream == stdin || stream == stdout || stream == stderr;\n}}\n\n"
    );
    for (name, head, body) in sinks {
        let head = head.replace("NAME", &format!("{prefix}{name}"));
        let body = body.replace("REAL", &real);
        text.extend([&head, ";\n", &head, "\n{\n", &body, "\n}\n\n"]);
    }
    text
}
