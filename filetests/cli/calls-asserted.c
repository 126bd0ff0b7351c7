// test: cli
// What a function of elsewhere is given, and how often it is called, is part of what a test asserts.
// args: gen {file} --out {tmp} -- -Wall -Wextra -Werror
// exit: 0
// stdout: sends, criterion branch: complete
// stdout: asks, criterion branch: complete
// stdout: through, criterion branch: complete
// no-stdout: left out
void send(unsigned char byte, long long when);
int ready(int port, short line);
int sends(unsigned n)
{
    if (n > 70000)
        return -1;
    while (n > 255) {
        send((unsigned char)n, -1);
        n /= 256;
    }
    if (n == 7)
        send(7, 1LL << 40);
    return 0;
}
int asks(int port)
{
    if (port < 0 || port > 3)
        return -1;
    return ready(port + 1, -5) || ready(port, 6) ? 1 : 0;
}
int through(int (*call)(int), int n)
{
    if (call && n > 3 && n < 10)
        return call(n + 1) == 2 ? 1 : 0;
    return 0;
}
