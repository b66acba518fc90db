#pragma once
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

// The streams of libbz2 1.0 and liblzma 5. Both libraries are loaded at run time, so their headers may be missing here.

typedef struct {
    const uint8_t *next_in;
    unsigned avail_in, total_in_low, total_in_high;
    uint8_t *next_out;
    unsigned avail_out, total_out_low, total_out_high;
    void *state, *allocate, *release, *opaque;
} arca_bz_stream;

typedef struct {
    const uint8_t *next_in;
    size_t avail_in;
    uint64_t total_in;
    uint8_t *next_out;
    size_t avail_out;
    uint64_t total_out;
    const void *allocator;
    void *state;
    void *reserved_pointers[4];
    uint64_t seek_position, reserved_integer;
    size_t reserved_sizes[2];
    unsigned reserved_enumerations[2];
} arca_lzma_stream;
