internal import CArcaLibcrypto

/// Creates an array of the bytes that `fill` writes, as many as it returns; wipes the memory on failure.
@inline(__always)
func wipedOnFailure(
    capacity: Int, _ fill: (UnsafeMutablePointer<UInt8>) throws(CryptoError) -> Int
) throws(CryptoError) -> [UInt8] {
    var failure: CryptoError?
    // At least one byte, for a non-null pointer.
    let bytes = [UInt8](unsafeUninitializedCapacity: max(capacity, 1)) { space, count in
        do throws(CryptoError) {
            count = try fill(space.baseAddress.unsafelyUnwrapped)
        } catch {
            OPENSSL_cleanse(space.baseAddress, capacity)
            failure = error
        }
    }
    if let failure { throw failure }
    return bytes
}

/// Appends the bytes that `fill` writes, as many as it returns and at most `byteCount`; wipes them on failure.
@inline(__always)
func wipedOnFailure(
    appendingTo output: inout OutputSpan<UInt8>, upTo byteCount: Int,
    _ fill: (UnsafeMutablePointer<UInt8>) throws(CryptoError) -> Int
) throws(CryptoError) {
    precondition(output.freeCapacity >= byteCount, "no room for the output")
    guard byteCount > 0 else {
        var nothing: UInt8 = 0
        _ = try withUnsafeMutablePointer(to: &nothing, fill)
        return
    }
    try output.withUnsafeMutableBufferPointer { space, count throws(CryptoError) in
        let start = space.baseAddress.unsafelyUnwrapped + count
        do throws(CryptoError) {
            count += try fill(start)
        } catch {
            OPENSSL_cleanse(start, byteCount)
            throw error
        }
    }
}
