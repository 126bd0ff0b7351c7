fopen
int fopen_fails(void);
    static FILE object[4];
    static int n;
    if (fopen_fails())
        return 0;
    return &object[n < 3 ? n++ : 3];

freopen
int freopen_fails(void);
    return freopen_fails() ? 0 : a2;

fclose
int fclose_fails(void);
    return fclose_fails() ? -1 : 0;

fgetc
int fgetc_more(void);
unsigned char fgetc_byte(void);
    WITH_UNGETC int pushed = ungetc(-2147483647 - 1, a0);
    WITH_UNGETC if (pushed >= 0)
    WITH_UNGETC     return pushed;
    if (!fgetc_more())
        return -1;
    return fgetc_byte();

ungetc
int ungetc_fails(void);
    static void *stream;
    static int byte = -1;
    int taken = -1;
    if (a0 < -1) {
        if (stream == (void *)a1) {
            taken = byte;
            byte = -1;
        }
        return taken;
    }
    if (a0 < 0 || ungetc_fails())
        return -1;
    if (byte >= 0) {
        BEYOND
    }
    stream = a1;
    byte = a0 & 255;
    return byte;

fgets
int fgets_length(void);
char fgets_char(void);
    unsigned long n;
    char *end;
    WITH_UNGETC int pushed;
    if (a1 < 2)
        return 0;
    READ(a0, a1 - 1, fgets_length, fgets_char)
    WITH_UNGETC pushed = ungetc(-2147483647 - 1, a2);
    WITH_UNGETC if (pushed >= 0) {
    WITH_UNGETC     n += n == 0;
    WITH_UNGETC     a0[0] = (char)pushed;
    WITH_UNGETC }
    if (n == 0)
        return 0;
    a0[n] = 0;
    end = __builtin_memchr(a0, '\n', n);
    if (end)
        end[1] = 0;
    return a0;

fread
int fread_length(void);
char fread_byte(void);
    unsigned long n;
    READ(a0, a1 * a2, fread_length, fread_byte)
    WITH_UNGETC if (a1 && a2) {
    WITH_UNGETC     int pushed = ungetc(-2147483647 - 1, a3);
    WITH_UNGETC     if (pushed >= 0) {
    WITH_UNGETC         n += n == 0;
    WITH_UNGETC         *(char *)a0 = (char)pushed;
    WITH_UNGETC     }
    WITH_UNGETC }
    if (a1 == 1)
        return n;
    return a1 ? n / a1 : 0;

getline
int getline_fails(void);
int getline_length(void);
char getline_char(void);
    extern void *realloc(void *, unsigned long);
    unsigned long n;
    char *end;
    WITH_UNGETC if (ungetc(-2147483647 - 1, a2) >= 0) {
    WITH_UNGETC     BEYOND
    WITH_UNGETC }
    if (getline_fails())
        return -1;
    if (!*a0 || *a1 < 128) {
        char *room = realloc(*a0, 128);
        if (!room)
            return -1;
        *a0 = room;
        *a1 = 128;
    }
    READ(*a0, 127, getline_length, getline_char)
    if (n == 127) {
        BEYOND
    }
    if (n == 0)
        return -1;
    (*a0)[n] = 0;
    end = __builtin_memchr(*a0, '\n', n);
    if (!end)
        return (long)n;
    end[1] = 0;
    return end + 1 - *a0;

fseek
int fseek_fails(void);
    return fseek_fails() ? -1 : 0;

feof
int feof_result(void);
    return feof_result() != 0;

ferror
int ferror_result(void);
    return ferror_result() != 0;

read
int read_fails(void);
int read_length(void);
char read_byte(void);
    unsigned long n;
    if (read_fails())
        return -1;
    READ(a1, a2, read_length, read_byte)
    return (long)n;

write
unsigned long write_length(void);
    unsigned long n = write_length();
    return n <= a2 ? (long)n : -1;

time
long time_result(void);
    long result = time_result();
    if (a0)
        *a0 = result;
    return result;

localtime
int localtime_fails(void);
unsigned char localtime_sec(void);
unsigned char localtime_min(void);
unsigned char localtime_hour(void);
unsigned char localtime_mday(void);
unsigned char localtime_mon(void);
unsigned char localtime_wday(void);
unsigned short localtime_yday(void);
short localtime_year(void);
    static struct tm object;
    if (localtime_fails())
        return 0;
    object.tm_sec = localtime_sec() % 61;
    object.tm_min = localtime_min() % 60;
    object.tm_hour = localtime_hour() % 24;
    object.tm_mday = 1 + localtime_mday() % 31;
    object.tm_mon = localtime_mon() % 12;
    object.tm_year = localtime_year();
    object.tm_wday = localtime_wday() % 7;
    object.tm_yday = localtime_yday() % 366;
    return &object;

rand
int rand_result(void);
    return rand_result() & 2147483647;

random
long random_result(void);
    return random_result() & 2147483647;

srand

isatty
int isatty_result(void);
    return isatty_result() != 0;

scanf
int scanf_more(void);
int scanf_ends(void);
long scanf_number(void);
double scanf_real(void);
char scanf_char(void);
int scanf_length(void);
    __builtin_va_list list;
    int matched = 0;
    WITH_UNGETC int pushed = ungetc(-2147483647 - 1, stdin);
    __builtin_va_start(list, a0);
    for (; *a0; a0++) {
        int bytes = 4, skips = 0, width = 0;
        if (*a0 != '%')
            continue;
        a0++;
        if (*a0 == '%')
            continue;
        if (*a0 == '*') {
            skips = 1;
            a0++;
        }
        for (; *a0 >= '0' && *a0 <= '9'; a0++)
            width = width * 10 + (*a0 - '0');
        for (; *a0 == 'l' || *a0 == 'h'; a0++)
            bytes = *a0 == 'l' ? 8 : bytes / 2;
        WITH_UNGETC if (pushed > ' ') {
        WITH_UNGETC     int value = pushed - '0', more;
        WITH_UNGETC     if (*a0 != 'd' || bytes != 4 || skips || width) {
        WITH_UNGETC         BEYOND
        WITH_UNGETC     }
        WITH_UNGETC     if (value < 0 || value > 9) {
        WITH_UNGETC         ungetc(pushed, stdin);
        WITH_UNGETC         break;
        WITH_UNGETC     }
        WITH_UNGETC     for (more = scanf_length() & 7; more; more--)
        WITH_UNGETC         value = value * 10 + (scanf_char() & 7);
        WITH_UNGETC     *__builtin_va_arg(list, int *) = value;
        WITH_UNGETC     pushed = -1;
        WITH_UNGETC     matched++;
        WITH_UNGETC     continue;
        WITH_UNGETC }
        if (!scanf_more())
            break;
        if (skips)
            continue;
        if (*a0 == 's' && bytes == 4) {
            char *to = __builtin_va_arg(list, char *), first = scanf_char();
            unsigned long n, i;
            if (first == ' ' || (first >= 9 && first <= 13))
                break;
            *to++ = first;
            READ(to, width ? width - 1 : 62, scanf_length, scanf_char)
            if (n == 62 && !width) {
                BEYOND
            }
            for (i = 0; i < n; i++)
                if (to[i] == ' ' || (to[i] >= 9 && to[i] <= 13))
                    to[i] = '_';
            to[n] = 0;
            matched++;
            continue;
        }
        matched++;
        if (width) {
            BEYOND
        } else if (*a0 == 'c' && bytes == 4)
            *__builtin_va_arg(list, char *) = scanf_char();
        else if (*a0 == 'f' && bytes == 8)
            *__builtin_va_arg(list, double *) = scanf_real();
        else if (*a0 == 'f' && bytes == 4)
            *__builtin_va_arg(list, float *) = (float)scanf_real();
        else if (*a0 != 'd' && *a0 != 'i' && *a0 != 'u' && *a0 != 'x' && *a0 != 'o') {
            BEYOND
        } else if (bytes == 8)
            *__builtin_va_arg(list, long *) = scanf_number();
        else if (bytes == 4)
            *__builtin_va_arg(list, int *) = (int)scanf_number();
        else if (bytes == 2)
            *__builtin_va_arg(list, short *) = (short)scanf_number();
        else
            *__builtin_va_arg(list, char *) = (char)scanf_number();
    }
    __builtin_va_end(list);
    return matched || !scanf_ends() ? matched : -1;

signal calls back
int signal_fails(void);
    if (signal_fails()) {
        BEYOND
    }
    return 0;

sigaction calls back
int sigaction_fails(void);
    if (a2) {
        BEYOND
    }
    return sigaction_fails() ? -1 : 0;

sigemptyset
int sigemptyset_fails(void);
    return sigemptyset_fails() ? -1 : 0;

sigfillset like sigemptyset

sigaddset like sigemptyset

fdopen like fopen

tmpfile like fopen

popen like fopen

getc like fgetc

getchar like fgetc a0=stdin

gmtime like localtime

fscanf like scanf a0=a1 stdin=a0

srandom like srand

recv like read

pclose like fclose

fseeko like fseek

__VERIFIER_assume
    extern void exit(int);
    if (!a0)
        exit(0);
