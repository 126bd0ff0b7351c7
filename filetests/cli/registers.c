// test: cli
// A number that is made a pointer leads to device memory, also one that the code may only read.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: start, criterion branch: complete
// stdout: wait, criterion branch: complete
// stdout: raw, criterion branch: complete
// stdout: pin, criterion branch: complete
// stdout: port, criterion branch: complete
// no-stdout: unknown
// no-stdout: , 1 infeasible
// no-stdout: finding
typedef struct { volatile unsigned CR, SR, DR; } adc_t;
#define ADC1 ((adc_t *)0x40012000u)
#define GPIO ((volatile unsigned char *)0x50000000u)
int start(void) { if (!(ADC1->CR & 1u)) return 0; ADC1->CR |= 1u << 30; return 1; }
int wait(unsigned n) { while (n-- > 0) { unsigned sr = ADC1->SR; if (sr & 32u) return -2; if (sr & 2u) return (int)ADC1->DR; } return -1; }
int raw(void) { if (*(volatile unsigned short *)0x60000010 == 7) return 1; return 0; }
int pin(void) { GPIO[2] = 1; if (GPIO[2] == 0) return 1; return 0; }
typedef struct { const volatile unsigned IDR; volatile unsigned ODR; } port_t;
#define PORT ((port_t *)0x48000000u)
int port(void) { PORT->ODR = 3u; if (PORT->IDR == 3u) return 1; return 0; }
