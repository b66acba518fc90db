#pragma once
// RSA_new and related functions are deprecated, but C programs still use them.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

// Wrappers of macros.
static inline int bench_get_tag(EVP_CIPHER_CTX *context, int count, void *tag) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, count, tag);
}
static inline int bench_set_tag(EVP_CIPHER_CTX *context, int count, void *tag) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, count, tag);
}

// Wrappers of calls with an in-out length.
static inline int bench_sign(EVP_PKEY_CTX *context, void *out, size_t count, const void *in, size_t in_count) {
    return EVP_PKEY_sign(context, out, &count, in, in_count);
}
static inline int bench_encrypt(EVP_PKEY_CTX *context, void *out, size_t count, const void *in, size_t in_count) {
    return EVP_PKEY_encrypt(context, out, &count, in, in_count);
}
static inline int bench_decrypt(EVP_PKEY_CTX *context, void *out, size_t count, const void *in, size_t in_count) {
    return EVP_PKEY_decrypt(context, out, &count, in, in_count);
}

// Reads and frees a key; returns 1 on success.
static inline int bench_private_der(const unsigned char *der, long count) {
    EVP_PKEY *key = d2i_AutoPrivateKey(NULL, &der, count);
    EVP_PKEY_free(key);
    return key != NULL;
}
static inline int bench_public_der(const unsigned char *der, long count) {
    EVP_PKEY *key = d2i_PUBKEY(NULL, &der, count);
    EVP_PKEY_free(key);
    return key != NULL;
}
static inline int bench_rsa_der(const unsigned char *der, long count) {
    RSA *key = d2i_RSAPrivateKey(NULL, &der, count);
    RSA_free(key);
    return key != NULL;
}
static inline int bench_private_pem(const void *text, int count) {
    BIO *bio = BIO_new_mem_buf(text, count);
    EVP_PKEY *key = PEM_read_bio_PrivateKey(bio, NULL, NULL, NULL);
    BIO_free(bio);
    EVP_PKEY_free(key);
    return key != NULL;
}
static inline int bench_public_pem(const void *text, int count) {
    BIO *bio = BIO_new_mem_buf(text, count);
    EVP_PKEY *key = PEM_read_bio_PUBKEY(bio, NULL, NULL, NULL);
    BIO_free(bio);
    EVP_PKEY_free(key);
    return key != NULL;
}
