internal import ArcaCore
internal import CArcaLibcrypto

/// Named parameters for libcrypto, with the memory that their values lie in.
///
/// Values are not secret: keys and passphrases go in by ``add(_:secret:)``, which lends their own memory.
struct Parameters: ~Copyable {
    private var list: [OSSL_PARAM] = []
    private var memory: [UnsafeMutableRawPointer] = []

    /// Adds a text such as a digest's name.
    mutating func add(_ name: String, text: String) {
        let length = text.utf8.count
        let copy = keep(Array(text.utf8) + [0]).assumingMemoryBound(to: CChar.self)
        list.append(OSSL_PARAM_construct_utf8_string(keepName(name), copy, length))
    }

    /// Adds bytes such as a salt.
    mutating func add(_ name: String, bytes: [UInt8]) {
        list.append(OSSL_PARAM_construct_octet_string(keepName(name), keep(bytes), bytes.count))
    }

    /// Adds a secret, whose memory must stay until the parameters have been used.
    mutating func add(_ name: String, secret: UnsafeBufferPointer<UInt8>) {
        let start = secret.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) } ?? keep([])
        list.append(OSSL_PARAM_construct_octet_string(keepName(name), start, secret.count))
    }

    /// Adds a number of any size, its lowest byte first; its memory must stay until the parameters have been used.
    mutating func add(_ name: String, integer: UnsafeBufferPointer<UInt8>) {
        let start = integer.baseAddress.map { UnsafeMutablePointer(mutating: $0) }
        list.append(OSSL_PARAM_construct_BN(keepName(name), start, integer.count))
    }

    /// Adds a count, as libcrypto's `size_t`.
    mutating func add(_ name: String, number: Int) {
        let copy = keep(withUnsafeBytes(of: number) { Array($0) }).assumingMemoryBound(to: Int.self)
        list.append(OSSL_PARAM_construct_size_t(keepName(name), copy))
    }

    /// Adds a number, as libcrypto's `uint64_t`.
    mutating func add(_ name: String, number: UInt64) {
        let copy = keep(withUnsafeBytes(of: number) { Array($0) }).assumingMemoryBound(to: UInt64.self)
        list.append(OSSL_PARAM_construct_uint64(keepName(name), copy))
    }

    /// Lends the parameters, ended as libcrypto wants them.
    borrowing func withPointer<Result>(_ body: (UnsafePointer<OSSL_PARAM>?) -> Result) -> Result {
        (list + [OSSL_PARAM_construct_end()]).withUnsafeBufferPointer { body($0.baseAddress) }
    }

    private mutating func keepName(_ name: String) -> UnsafePointer<CChar> {
        UnsafePointer(keep(Array(name.utf8) + [0]).assumingMemoryBound(to: CChar.self))
    }

    private mutating func keep(_ bytes: [UInt8]) -> UnsafeMutableRawPointer {
        let copy = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 8)
        bytes.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count) }
        memory.append(copy)
        return copy
    }

    deinit { memory.forEach { $0.deallocate() } }
}
