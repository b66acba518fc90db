// Faults, written as in typical code, that `scripts/check-constant-time` must find in the compiled code.

/// Runs all faults, so the compiler keeps them.
func planted() {
    let (bytes, numbers) = (secret(32), UnsafeMutablePointer<Int16>.allocate(capacity: 256))
    plantedMessage(bytes, numbers)
    plantedDivision(numbers, 3329)
    plantedSelection(bytes, bytes + 8, bytes + 16, bytes + 24)
    plantedTable(bytes, numbers)
}

/// Maps each bit to 0 or 1665, with a jump.
@inline(never)
func plantedMessage(_ message: UnsafePointer<UInt8>, _ f: UnsafeMutablePointer<Int16>) {
    for index in 0..<256 { f[index] = message[index >> 3] >> UInt8(index & 7) & 1 == 1 ? 1665 : 0 }
}

/// A division that the compiler cannot replace.
@inline(never)
func plantedDivision(_ f: UnsafeMutablePointer<Int16>, _ modulus: UInt32) {
    for index in 0..<256 { f[index] = Int16(truncatingIfNeeded: (UInt32(UInt16(bitPattern: f[index])) << 4) / modulus) }
}

/// Selects one of two addresses by a comparison.
@inline(never)
func plantedSelection(
    _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>,
    _ output: UnsafeMutablePointer<UInt8>
) {
    let source = left[0] == right[0] ? left : other
    for index in 0..<8 { output[index] = source[index] }
}

/// Reads a table at a secret index.
@inline(never)
func plantedTable(_ bytes: UnsafePointer<UInt8>, _ table: UnsafeMutablePointer<Int16>) {
    for index in 0..<8 { table[128 + index] = table[Int(bytes[index] & 127)] }
}
