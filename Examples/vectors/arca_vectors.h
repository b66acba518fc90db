/* The function that `arca vectors compare --with ./LIBRARY.so` calls for each request: Documentation/VECTORS.md. */
#ifndef ARCA_VECTORS_H
#define ARCA_VECTORS_H
#include <stddef.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ARCA_VECTORS_DONE = 0, ARCA_VECTORS_REFUSED = 1, ARCA_VECTORS_UNSUPPORTED = 2 };

/* Bytes, text in UTF-8, an integer in decimal digits, or integers with commas. A NUL follows; count excludes it. */
typedef struct {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} arca_vectors_input;

/* Adds an output, or the "reason" for a refusal or missing support, and copies the bytes; `answer` is passed through. */
typedef void arca_vectors_output(void *answer, const char *name, const void *bytes, size_t count);

/* Answers one request, such as "seal" with "aes-gcm"; returns one of the constants above. Calls never overlap. */
int arca_vectors_answer(const char *operation, const char *algorithm, const arca_vectors_input *inputs,
                        size_t input_count, arca_vectors_output *output, void *answer);

/* Finds an input by name; NULL if the request has none. */
static inline const arca_vectors_input *arca_vectors_find(const arca_vectors_input *inputs, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++) if (!strcmp(inputs[i].name, name)) return &inputs[i];
    return NULL;
}

#ifdef __cplusplus
}
#endif
#endif
