/* A lexer that is fed character by character and keeps what it has in static variables. */
enum token { NONE, NUMBER, WORD, PLUS, WRONG };

static enum { BETWEEN, IN_NUMBER, IN_WORD } state;
static int length;
static int value;

void lexer_reset(void)
{
    state = BETWEEN;
    length = value = 0;
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }
static int is_letter(char c) { return c >= 'a' && c <= 'z'; }

enum token lexer_feed(char c)
{
    if (is_digit(c)) {
        if (state == IN_WORD) {
            length++;
            return NONE;
        }
        state = IN_NUMBER;
        if (value > 999)
            return WRONG;
        value = 10 * value + (c - '0');
        return NONE;
    }
    if (is_letter(c)) {
        if (state == IN_NUMBER) {
            lexer_reset();
            return WRONG;
        }
        state = IN_WORD;
        if (++length > 3) {
            lexer_reset();
            return WRONG;
        }
        return NONE;
    }
    if (c == '+' && state == BETWEEN)
        return PLUS;
    enum token done = state == IN_NUMBER ? NUMBER : state == IN_WORD ? WORD : NONE;
    lexer_reset();
    return done;
}

int lexer_value(void)
{
    if (state != IN_NUMBER)
        return -1;
    return value;
}
