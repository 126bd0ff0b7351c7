// test: gen
// A block of more bytes than the arrays that are tried at first: that it does not fit is said before what lies beyond it.
#include <string.h>
int whole(unsigned char *head, unsigned long width)
{
    unsigned char tmp[256];
    memcpy(tmp, head, 256);
    if (width == 257) return head[width];
    return 2;
}
int part(unsigned char *head, unsigned long width)
{
    unsigned char tmp[256];
    memcpy(tmp, head, width);
    if (width > 100) return *(head - width);
    return 2;
}
// gen: whole branch covered=2
// gen: part branch covered=2
