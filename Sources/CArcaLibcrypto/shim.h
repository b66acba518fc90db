#pragma once
// The digest state functions (such as SHA256_Init) are deprecated but exported; suppresses the warnings.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/md5.h>
#include <openssl/modes.h>
#include <openssl/objects.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#ifndef OPENSSL_NO_RC2
#include <openssl/rc2.h>
#endif

// Functions for macros, which Swift cannot access.

static inline int arca_cipher_set_iv_length(EVP_CIPHER_CTX *context, int count) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, count, NULL);
}
static inline int arca_cipher_get_tag(EVP_CIPHER_CTX *context, int count, void *tag) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, count, tag);
}
static inline int arca_cipher_set_tag(EVP_CIPHER_CTX *context, int count, const void *tag) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, count, (void *)tag);
}

// The parts of a key made from numbers, as constants: nested macros, which Swift cannot access.
static const int arca_key_selection_public = EVP_PKEY_PUBLIC_KEY;
static const int arca_key_selection_pair = EVP_PKEY_KEYPAIR;

// The reason of a fetch without a result: a nested macro, which Swift cannot access.
static const int arca_reason_unsupported = ERR_R_UNSUPPORTED;

// Some builds of libcrypto lack RC2; then this returns 0.
static inline int arca_rc2_cbc_decrypt(
    const unsigned char *input, unsigned char *output, long count, const unsigned char *key, int key_count, int bits,
    unsigned char *iv
) {
#ifdef OPENSSL_NO_RC2
    return 0;
#else
    RC2_KEY schedule;
    RC2_set_key(&schedule, key_count, key, bits);
    RC2_cbc_encrypt(input, output, count, &schedule, iv, RC2_DECRYPT);
    OPENSSL_cleanse(&schedule, sizeof schedule);
    return 1;
#endif
}
