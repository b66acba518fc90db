internal import CArcaLibcrypto

/// One idle digest context per function and thread, so a short hash neither allocates nor locks.
///
/// A context is used only within one call that runs no foreign code, so a thread needs at most one per function. The
/// thread keeps a bare array: a class instance would be retained and released at every hash.
enum ThreadDigests {
    private typealias Contexts = UnsafeMutablePointer<OpaquePointer?>

    /// A reset context for `function`, owned by this thread.
    static func fresh(_ function: HashFunction) throws(CryptoError) -> OpaquePointer {
        let contexts = pthread_getspecific(key)?.assumingMemoryBound(to: OpaquePointer?.self) ?? makeContexts()
        if let context = contexts[function.index] {
            // With the same digest, libcrypto only resets the state.
            guard EVP_DigestInit_ex2(context, nil, nil) == 1 else {
                throw backendError("cannot reset \(function.name)")
            }
            return context
        }
        let digest = try Fetched.digest(function)
        ERR_clear_error()
        guard let context = EVP_MD_CTX_new() else { throw backendError("cannot set up \(function.name)") }
        guard EVP_DigestInit_ex2(context, digest, nil) == 1 else {
            EVP_MD_CTX_free(context)
            throw backendError("cannot set up \(function.name)")
        }
        contexts[function.index] = context
        return context
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        // The destructor runs at thread exit with the thread's value.
        let status = pthread_key_create(&key) { value in
            guard let value = value as UnsafeMutableRawPointer? else { return }
            let contexts = value.assumingMemoryBound(to: OpaquePointer?.self)
            for index in HashFunction.all.indices { EVP_MD_CTX_free(contexts[index]) }
            contexts.deallocate()
        }
        precondition(status == 0, "no thread-specific key is left")
        return key
    }()

    private static func makeContexts() -> Contexts {
        let contexts = Contexts.allocate(capacity: HashFunction.all.count)
        contexts.initialize(repeating: nil, count: HashFunction.all.count)
        pthread_setspecific(key, contexts)
        return contexts
    }
}
