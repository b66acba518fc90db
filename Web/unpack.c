// Decompresses LZMA for the page, before the module that it contains runs.
// The format: "LZMA specification", part of the LZMA SDK.
typedef unsigned char byte;
typedef unsigned int word;

static const byte *input;
static word range, code;

static word next_bit(unsigned short *odds) {
    word bound = (range >> 11) * *odds, bit = code >= bound;
    if (bit) range -= bound, code -= bound, *odds -= *odds >> 5;
    else range = bound, *odds += (2048 - *odds) >> 5;
    if (range < 1 << 24) range <<= 8, code = code << 8 | *input++;
    return bit;
}
static word tree(unsigned short *odds, int count) {
    word node = 1;
    for (int left = count; left; left--) node = node << 1 | next_bit(odds + node);
    return node - (1u << count);
}
static word reverse_tree(unsigned short *odds, int count) {
    word node = 1, value = 0;
    for (int index = 0; index < count; index++) {
        word bit = next_bit(odds + node);
        node = node << 1 | bit, value |= bit << index;
    }
    return value;
}
struct length { unsigned short choice[2], low[16][8], middle[16][8], high[256]; };
static word length(struct length *odds, word place) {
    if (!next_bit(odds->choice)) return 2 + tree(odds->low[place], 3);
    if (!next_bit(odds->choice + 1)) return 10 + tree(odds->middle[place], 3);
    return 18 + tree(odds->high, 8);
}

// All probabilities; literals of at most 4 bits of context.
static struct {
    unsigned short match[12][16], repeat[12], repeat0[12], repeat1[12], repeat2[12], long0[12][16];
    unsigned short slot[4][64], special[128], align[16];
    struct length matches, repeats;
    unsigned short literal[16][768];
} odds;

// `start` has a header of 13 bytes: properties, dictionary size (unused), size of the output in 8 bytes. The first has
// lc + 9 * (lp + 5 * pb), with lc + lp <= 4.
__attribute__((export_name("unpack"))) void unpack(const byte *start, byte *output) {
    word lc = start[0] % 9, lp = start[0] / 9 % 5, pb = start[0] / 45, size = *(word *)(start + 5);
    for (unsigned short *each = (unsigned short *)&odds; each < (unsigned short *)(&odds + 1); each++) *each = 1024;
    input = start + 14, range = -1, code = 0;
    for (int index = 0; index < 4; index++) code = code << 8 | *input++;
    word state = 0, distances[4] = {0}, count = 0;
    while (count < size) {
        word place = count & ((1 << pb) - 1), run;
        if (!next_bit(&odds.match[state][place])) {
            word context = (count & ((1 << lp) - 1)) << lc | (count ? output[count - 1] : 0) >> (8 - lc), symbol = 1;
            unsigned short *literal = odds.literal[context];
            if (state >= 7)
                for (word match = output[count - distances[0] - 1] << 1; symbol < 256; match <<= 1) {
                    word expected = match & 256, bit = next_bit(literal + 256 + expected + symbol);
                    symbol = symbol << 1 | bit;
                    if (expected != bit << 8) break;
                }
            while (symbol < 256) symbol = symbol << 1 | next_bit(literal + symbol);
            output[count++] = symbol;
            state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
            continue;
        }
        if (next_bit(&odds.repeat[state])) {
            word number = 0, isShort = 0;
            if (!next_bit(&odds.repeat0[state])) isShort = !next_bit(&odds.long0[state][place]);
            else if (!next_bit(&odds.repeat1[state])) number = 1;
            else number = 2 + next_bit(&odds.repeat2[state]);
            word distance = distances[number];
            for (; number; number--) distances[number] = distances[number - 1];
            distances[0] = distance;
            run = isShort ? 1 : length(&odds.repeats, place);
            state = state < 7 ? isShort ? 9 : 8 : 11;
        } else {
            for (int number = 3; number; number--) distances[number] = distances[number - 1];
            run = length(&odds.matches, place);
            state = state < 7 ? 7 : 10;
            word slot = tree(odds.slot[run < 6 ? run - 2 : 3], 6), distance = slot;
            if (slot >= 4) {
                int bits = (slot >> 1) - 1;
                distance = (2 | (slot & 1)) << bits;
                if (slot < 14) distance += reverse_tree(odds.special + distance - slot, bits);
                else {
                    word high = 0;
                    for (int left = bits - 4; left; left--) {
                        range >>= 1;
                        word bit = code >= range;
                        if (bit) code -= range;
                        high = high << 1 | bit;
                        if (range < 1 << 24) range <<= 8, code = code << 8 | *input++;
                    }
                    distance += (high << 4) + reverse_tree(odds.align, 4);
                }
            }
            distances[0] = distance;
        }
        for (; run; run--, count++) output[count] = output[count - distances[0] - 1];
    }
}
