internal import CArcaLibcrypto

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// One idle digest context a function and thread, so that a short hash neither allocates nor locks.
///
/// A context is used only inside one call that runs no foreign code, so a thread never needs two of one function.
final class ThreadDigests {
    private var contexts = [OpaquePointer?](repeating: nil, count: HashFunction.all.count)

    /// A context that is set up for `function` and has taken nothing in; it belongs to this thread.
    static func fresh(_ function: HashFunction) throws(CryptoError) -> OpaquePointer {
        let own = current
        if let context = own.contexts[function.index] {
            // The same digest again: libcrypto keeps what it has and only resets the state.
            guard EVP_DigestInit_ex2(context, nil, nil) == 1 else {
                throw backendError("cannot reset \(function.name)")
            }
            return context
        }
        let digest = try FetchedDigest.pointer(function)
        ERR_clear_error()
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex2(context, digest, nil) == 1 else {
            throw backendError("cannot set up \(function.name)")
        }
        own.contexts[function.index] = context
        return context
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        // The destructor runs when a thread ends, with the value that the thread had set.
        let status = pthread_key_create(&key) { value in
            guard let value = value as UnsafeMutableRawPointer? else { return }
            Unmanaged<ThreadDigests>.fromOpaque(value).release()
        }
        precondition(status == 0, "no thread-specific key is left")
        return key
    }()

    private static var current: ThreadDigests {
        if let value = pthread_getspecific(key) { return Unmanaged.fromOpaque(value).takeUnretainedValue() }
        let made = ThreadDigests()
        pthread_setspecific(key, Unmanaged.passRetained(made).toOpaque())
        return made
    }

    deinit { contexts.forEach { EVP_MD_CTX_free($0) } }
}
