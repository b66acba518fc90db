#pragma once
// RSA_new and its kin: what C programs still build keys with.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>

// What is a macro in the headers.
static inline int bench_get_tag(EVP_CIPHER_CTX *context, int count, void *tag) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, count, tag);
}
static inline int bench_set_tag(EVP_CIPHER_CTX *context, int count, void *tag) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, count, tag);
}

// Calls whose length goes in and comes out.
static inline int bench_sign(EVP_PKEY_CTX *context, void *out, size_t count, const void *in, size_t in_count) {
    return EVP_PKEY_sign(context, out, &count, in, in_count);
}
static inline int bench_encrypt(EVP_PKEY_CTX *context, void *out, size_t count, const void *in, size_t in_count) {
    return EVP_PKEY_encrypt(context, out, &count, in, in_count);
}
static inline int bench_decrypt(EVP_PKEY_CTX *context, void *out, size_t count, const void *in, size_t in_count) {
    return EVP_PKEY_decrypt(context, out, &count, in, in_count);
}
