// test: cli
// Device memory that the project file declares: reset values, registers that keep or clear what is written, plain memory, its size.
// args: gen {file} --config {dir}/settings/device-regions.toml --out {tmp}
// exit: 2
// stdout: acknowledge, criterion branch: complete
// stdout: ADC1->SR & 2u  true  infeasible
// stdout: remember, criterion branch: complete
// stdout: ADC1->DR != x  true  infeasible
// stdout: identify, criterion branch: complete
// stdout: ADC1->ID != id  true  infeasible
// stdout: powered, criterion branch: complete
// stdout: table, criterion branch: complete
// stdout: i > 255  true  infeasible
// stdout: cleared, criterion branch: complete
// stdout: adc->SR & 3u  true  infeasible
// stdout: overrun, criterion branch: complete
// stdout: low, criterion branch: complete
// stdout: now != before  true  infeasible
// stdout: out-of-bounds
// no-stdout: unknown
typedef unsigned int u32;
typedef struct { volatile u32 CR, SR, DR, ID; } adc_t;
#define ADC1 ((adc_t *)0x40012000u)
#define LUT ((volatile unsigned char *)0x50000000u)
int acknowledge(void)
{
    ADC1->SR = 2u;
    if (ADC1->SR & 2u)
        return 1;
    return 0;
}
int remember(u32 x) { ADC1->DR = x; if (ADC1->DR != x) return 1; return 0; }
int identify(u32 x)
{
    u32 id = ADC1->ID;
    ADC1->ID = x;
    ADC1->ID += 3u;
    if (ADC1->ID != id)
        return 1;
    return 0;
}
/* CR is a register like others: reads may give anything. */
int powered(void) { if (ADC1->CR == 0x10u) return 1; return 0; }
int table(int i)
{
    if (i < 0)
        return -1;
    if (LUT[i] == 7) {
        if (i > 255)
            return 2;
        if (i > 100)
            return 1;
    }
    return 0;
}
static void clear(adc_t *adc) { adc->SR |= 3u; }
int cleared(adc_t *adc) { clear(adc); if (adc->SR & 3u) return 1; return 0; }
/* What a reset leaves there is the first state: a second call finds another. */
int overrun(void) { if (ADC1->SR == 0u) return 1; ADC1->SR = 3u; return 0; }
int low(int x) { int before = *(volatile int *)0x20, now; *(volatile int *)0x20 = x; now = *(volatile int *)0x20; if (now != before) return 1; return 0; }
