/* Answers the requests of `arca vectors` with libcrypto 3, as a shared library: digests, HMAC, HKDF, PBKDF2, AEADs.
 *
 *     cc -O2 -shared -fPIC -o libanswers.so Examples/vectors/library-libcrypto.c -lcrypto
 *     arca vectors compare PATH --with ./libanswers.so
 */
#include "arca_vectors.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <stdlib.h>

/* The arguments of one call. */
typedef struct {
    const arca_vectors_input *inputs;
    size_t count;
    arca_vectors_output *output;
    void *answer;
} request;

static const arca_vectors_input empty = {"", (const unsigned char *)"", 0};

/* An input; empty if the request has none. */
static const arca_vectors_input *input(const request *r, const char *name) {
    const arca_vectors_input *found = arca_vectors_find(r->inputs, r->count, name);
    return found ? found : &empty;
}

static size_t number(const request *r, const char *name) {
    return strtoul((const char *)input(r, name)->bytes, NULL, 10);
}

static int give(const request *r, const char *name, const void *bytes, size_t count) {
    r->output(r->answer, name, bytes, count);
    return ARCA_VECTORS_DONE;
}

static int refuse(const request *r, const char *reason) {
    r->output(r->answer, "reason", reason, strlen(reason));
    return ARCA_VECTORS_REFUSED;
}

/* A hash function by its name in the protocol; NULL if libcrypto lacks it. SHAKE has no fixed length. */
static const EVP_MD *function(const char *name) {
    return strncmp(name, "shake", 5) ? EVP_get_digestbyname(name) : NULL;
}

static int hash(const request *r, const char *name) {
    const EVP_MD *md = function(name);
    const arca_vectors_input *message = input(r, "msg");
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned count = 0;
    if (!md || arca_vectors_find(r->inputs, r->count, "outputByteCount")) return ARCA_VECTORS_UNSUPPORTED;
    if (!EVP_Digest(message->bytes, message->count, digest, &count, md, NULL)) return refuse(r, "no digest");
    return give(r, "digest", digest, count);
}

static int mac(const request *r, const char *algorithm, int verifies) {
    const EVP_MD *md = strncmp(algorithm, "hmac-", 5) ? NULL : function(algorithm + 5);
    const arca_vectors_input *key = input(r, "key"), *message = input(r, "msg"), *tag = input(r, "tag");
    unsigned char code[EVP_MAX_MD_SIZE];
    unsigned count = 0;
    size_t wanted = verifies ? tag->count : number(r, "tagByteCount");
    if (!md) return ARCA_VECTORS_UNSUPPORTED;
    if (!HMAC(md, key->bytes, (int)key->count, message->bytes, message->count, code, &count)) return refuse(r, "no code");
    if (wanted == 0 || wanted > count) return refuse(r, "invalid length of the tag");
    if (!verifies) return give(r, "tag", code, wanted);
    return CRYPTO_memcmp(code, tag->bytes, wanted) ? refuse(r, "the code does not match") : ARCA_VECTORS_DONE;
}

static int derive(const request *r, const char *operation, const char *algorithm) {
    const EVP_MD *md = function(algorithm);
    size_t count = number(r, "outputByteCount");
    unsigned char *key;
    int is_done = 0;
    if (!md || !(key = malloc(count + 1))) return ARCA_VECTORS_UNSUPPORTED;
    if (!strcmp(operation, "pbkdf2")) {
        const arca_vectors_input *password = input(r, "password"), *salt = input(r, "salt");
        is_done = PKCS5_PBKDF2_HMAC((const char *)password->bytes, (int)password->count, salt->bytes, (int)salt->count,
                                    (int)number(r, "iterations"), md, (int)count, key);
    } else {
        const arca_vectors_input *secret = input(r, "ikm"), *salt = input(r, "salt"), *info = input(r, "info");
        EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, NULL);
        size_t length = count;
        is_done = context && EVP_PKEY_derive_init(context) > 0 && EVP_PKEY_CTX_set_hkdf_md(context, md) > 0 &&
                  EVP_PKEY_CTX_set1_hkdf_salt(context, salt->bytes, (int)salt->count) > 0 &&
                  EVP_PKEY_CTX_set1_hkdf_key(context, secret->bytes, (int)secret->count) > 0 &&
                  EVP_PKEY_CTX_add1_hkdf_info(context, info->bytes, (int)info->count) > 0 &&
                  EVP_PKEY_derive(context, key, &length) > 0;
        EVP_PKEY_CTX_free(context);
    }
    int result = is_done ? give(r, "key", key, count) : refuse(r, "no key");
    free(key);
    return result;
}

static const EVP_CIPHER *cipher(const char *algorithm, size_t key_count) {
    if (!strcmp(algorithm, "chacha20-poly1305")) return key_count == 32 ? EVP_chacha20_poly1305() : NULL;
    return key_count == 16 ? EVP_aes_128_gcm() : key_count == 24 ? EVP_aes_192_gcm() : key_count == 32 ? EVP_aes_256_gcm() : NULL;
}

static int seal(const request *r, const char *algorithm, int opens) {
    const arca_vectors_input *key = input(r, "key"), *nonce = input(r, "nonce"), *aad = input(r, "aad");
    const arca_vectors_input *text = input(r, opens ? "ct" : "msg"), *given = input(r, "tag");
    const int is_chacha = !strcmp(algorithm, "chacha20-poly1305");
    if (!is_chacha && strcmp(algorithm, "aes-gcm")) return ARCA_VECTORS_UNSUPPORTED;
    const EVP_CIPHER *type = cipher(algorithm, key->count);
    size_t tag_count = opens ? given->count : number(r, "tagByteCount");
    if (!type || !nonce->count || (is_chacha && nonce->count != 12)) return refuse(r, "invalid length of key or nonce");
    if (tag_count < 4 || tag_count > 16) return refuse(r, "invalid length of the tag");
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    unsigned char *out = malloc(text->count + 16), tag[16];
    int count = 0, rest = 0;
    memcpy(tag, given->bytes, given->count < 16 ? given->count : 16);
    int is_done = context && out && EVP_CipherInit_ex(context, type, NULL, NULL, NULL, !opens) &&
                  EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, (int)nonce->count, NULL) > 0 &&
                  EVP_CipherInit_ex(context, NULL, NULL, key->bytes, nonce->bytes, !opens) &&
                  (!opens || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, (int)tag_count, tag) > 0) &&
                  EVP_CipherUpdate(context, NULL, &rest, aad->bytes, (int)aad->count) &&
                  EVP_CipherUpdate(context, out, &count, text->bytes, (int)text->count) &&
                  EVP_CipherFinal_ex(context, out + count, &rest) &&
                  (opens || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, (int)tag_count, tag) > 0);
    int result = ARCA_VECTORS_DONE;
    if (!is_done) {
        result = refuse(r, "not authentic");
    } else {
        give(r, opens ? "msg" : "ct", out, text->count);
        if (!opens) give(r, "tag", tag, tag_count);
    }
    EVP_CIPHER_CTX_free(context);
    free(out);
    return result;
}

int arca_vectors_answer(const char *operation, const char *algorithm, const arca_vectors_input *inputs,
                        size_t input_count, arca_vectors_output *output, void *answer) {
    const request r = {inputs, input_count, output, answer};
    if (!strcmp(operation, "hash")) return hash(&r, algorithm);
    if (!strcmp(operation, "mac")) return mac(&r, algorithm, 0);
    if (!strcmp(operation, "verify-mac")) return mac(&r, algorithm, 1);
    if (!strcmp(operation, "hkdf") || !strcmp(operation, "pbkdf2")) return derive(&r, operation, algorithm);
    if (!strcmp(operation, "seal")) return seal(&r, algorithm, 0);
    if (!strcmp(operation, "open")) return seal(&r, algorithm, 1);
    return ARCA_VECTORS_UNSUPPORTED;
}
