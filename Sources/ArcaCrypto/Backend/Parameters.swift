internal import CArcaLibcrypto

/// Named libcrypto parameters, with the memory that holds their values.
///
/// Pass keys and passphrases with ``add(_:secret:)``, which does not copy them; other values are not wiped.
struct Parameters: ~Copyable {
    private var list: [OSSL_PARAM] = []
    private var memory: [UnsafeMutableRawPointer] = []

    mutating func add(_ name: String, text: String) {
        let length = text.utf8.count
        let copy = keep(Array(text.utf8) + [0]).assumingMemoryBound(to: CChar.self)
        list.append(OSSL_PARAM_construct_utf8_string(keepName(name), copy, length))
    }

    mutating func add(_ name: String, bytes: [UInt8]) {
        list.append(OSSL_PARAM_construct_octet_string(keepName(name), keep(bytes), bytes.count))
    }

    /// Adds a secret by reference; the memory must outlive the parameters.
    mutating func add(_ name: String, secret: UnsafeBufferPointer<UInt8>) {
        let start = secret.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) } ?? keep([])
        list.append(OSSL_PARAM_construct_octet_string(keepName(name), start, secret.count))
    }

    /// Adds a little-endian integer of any size by reference; the memory must outlive the parameters.
    mutating func add(_ name: String, integer: UnsafeBufferPointer<UInt8>) {
        let start = integer.baseAddress.map { UnsafeMutablePointer(mutating: $0) }
        list.append(OSSL_PARAM_construct_BN(keepName(name), start, integer.count))
    }

    mutating func add(_ name: String, number: Int) {
        let copy = keep(withUnsafeBytes(of: number) { Array($0) }).assumingMemoryBound(to: Int.self)
        list.append(OSSL_PARAM_construct_size_t(keepName(name), copy))
    }

    mutating func add(_ name: String, number: UInt64) {
        let copy = keep(withUnsafeBytes(of: number) { Array($0) }).assumingMemoryBound(to: UInt64.self)
        list.append(OSSL_PARAM_construct_uint64(keepName(name), copy))
    }

    /// Passes the parameters with libcrypto's end marker.
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
