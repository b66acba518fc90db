// The part of the C library that Swift's runtime, zlib, bzip2, liblzma and the hashes call.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PAGE 65536
#define SMALL 27

// Blocks are preceded by their size and the start of their memory. Free ones are in a list per size up to 32 KiB, in
// steps of a power of two and its half; larger ones are in one list, in order of address, and are joined.
typedef struct Block { uint32_t size, base; struct Block *next; uint32_t unused; } Block;
extern unsigned char __heap_base;
static uintptr_t top;
static Block *small[SMALL], *large;

static uint32_t rounded(uint32_t size, int *row) {
    uint32_t step = 16;
    for (*row = 0; *row < SMALL - 2; *row += 2, step <<= 1) {
        if (size <= step) return step;
        // Addresses are multiples of 16.
        if (step > 16 && size <= step + step / 2) return ++*row, step + step / 2;
    }
    return *row = -1, (size + 4095) & ~4095u;
}

static Block *grow(uint32_t size) {
    if (!top) top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    uint64_t end = (uint64_t)top + sizeof(Block) + size, have = (uint64_t)__builtin_wasm_memory_size(0) * PAGE;
    if (end > 0xfffe0000u) return NULL;
    if (end > have && __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) == (size_t)-1) return NULL;
    Block *block = (Block *)top;
    top = (uintptr_t)end;
    block->size = size;
    return block;
}

static Block *take(uint32_t size) {
    int row;
    size = rounded(size, &row);
    if (row >= 0 && small[row]) {
        Block *block = small[row];
        small[row] = block->next;
        return block;
    }
    if (row >= 0) return grow(size);
    for (Block **link = &large; *link; link = &(*link)->next) {
        Block *block = *link;
        if (block->size < size) continue;
        if (block->size - size > 65536) {
            Block *rest = (Block *)((char *)(block + 1) + size);
            rest->size = block->size - size - sizeof(Block);
            rest->next = block->next;
            block->size = size;
            *link = rest;
        } else {
            *link = block->next;
        }
        return block;
    }
    return grow(size);
}

static void give(Block *block) {
    int row;
    if (block->size <= 49152 && rounded(block->size, &row) == block->size && row >= 0) {
        block->next = small[row];
        small[row] = block;
        return;
    }
    Block **link = &large, *before = NULL;
    while (*link && *link < block) before = *link, link = &before->next;
    block->next = *link;
    *link = block;
    for (Block *first = before ? before : block; first->next && first <= block;) {
        if ((char *)(first + 1) + first->size == (char *)first->next) {
            first->size += sizeof(Block) + first->next->size;
            first->next = first->next->next;
        } else {
            first = first->next;
        }
    }
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment < 16) alignment = 16;
    if (size > 0xf0000000u) return 12;
    Block *block = take(size + (alignment > 16 ? alignment : 0));
    if (!block) return 12;
    uintptr_t start = ((uintptr_t)(block + 1) + alignment - 1) & ~(alignment - 1);
    ((Block *)start - 1)->base = (uintptr_t)block;
    *result = (void *)start;
    return 0;
}

void *malloc(size_t size) {
    void *result = NULL;
    return posix_memalign(&result, 16, size) ? NULL : result;
}

void free(void *memory) {
    if (memory) give((Block *)(uintptr_t)((Block *)memory - 1)->base);
}

void *calloc(size_t count, size_t size) {
    if (size && count > SIZE_MAX / size) return NULL;
    void *result = malloc(count * size);
    return result ? memset(result, 0, count * size) : NULL;
}

_Noreturn void abort(void) { __builtin_trap(); }
void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }
int memcmp(const void *left, const void *right, size_t count) {
    const unsigned char *a = left, *b = right;
    for (; count; count--, a++, b++) if (*a != *b) return *a - *b;
    return 0;
}
size_t strlen(const char *text) {
    size_t count = 0;
    while (text[count]) count++;
    return count;
}

static int same(const char *left, const char *right) {
    while (*left && *left == *right) left++, right++;
    return *left == *right;
}

#define LIBRARIES(row) row(BZ2_bzDecompressInit) row(BZ2_bzDecompress) row(BZ2_bzDecompressEnd) \
    row(lzma_stream_decoder) row(lzma_code) row(lzma_end) row(lzma_memusage)
#define DECLARE(name) extern void name(void);
LIBRARIES(DECLARE)
#define FIND(name) if (same(symbol, #name)) return (void *)name;
void *arca_symbol(const char *symbol) {
    LIBRARIES(FIND)
    return NULL;
}

// What zutil.c and bzlib.c take from the C library's files.
char *z_errmsg[10] = {"need dictionary", "stream end", "", "file error", "stream error", "data error", "insufficient memory",
                      "buffer error", "incompatible version", ""};
void *zcalloc(void *opaque, unsigned count, unsigned size) { return calloc(count, size); }
void zcfree(void *opaque, void *memory) { free(memory); }
void bz_internal_error(int code) { abort(); }

// The compiler's helpers: the guard of the stack, and the product of 64-bit numbers in 128 bits.
uintptr_t __stack_chk_guard = 0x5bd1e995;
_Noreturn void __stack_chk_fail(void) { abort(); }
typedef struct { uint64_t low, high; } Wide;
Wide __multi3(uint64_t a, uint64_t ahigh, uint64_t b, uint64_t bhigh) {
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
    return (Wide){other << 32 | (uint32_t)low, a1 * b1 + (middle >> 32) + (other >> 32) + a * bhigh + ahigh * b};
}

// Hash tables need no secret seed here: all data comes from the person who looks at it.
void arc4random_buf(void *memory, size_t count) { memset(memory, 0x5a, count); }

// A correctly rounded a · b + c, unless a part overflows or is subnormal: S. Boldo and G. Melquiond, "Emulation of a FMA
// and correctly rounded sums: proved algorithms using rounding to odd", 2008.
static double sum(double a, double b, double *rest) {
    double result = a + b, part = result - a;
    *rest = (a - (result - part)) + (b - part);
    return result;
}
static double product(double a, double b, double *rest) {
    double x = a * 0x8000001p0, y = b * 0x8000001p0, a1 = x - (x - a), b1 = y - (y - b), a2 = a - a1, b2 = b - b1, result = a * b;
    *rest = a2 * b2 - (((result - a1 * b1) - a2 * b1) - a1 * b2);
    return result;
}
double fma(double a, double b, double c) {
    double low, rest, lost, last, high = product(a, b, &low), middle = sum(c, low, &rest), top = sum(high, middle, &lost);
    double odd = sum(rest, lost, &last);
    union { double number; int64_t bits; } value = {odd};
    if (last != 0 && !(value.bits & 1)) value.bits += (last > 0) == (odd > 0) ? 1 : -1;
    return top + value.number;
}
