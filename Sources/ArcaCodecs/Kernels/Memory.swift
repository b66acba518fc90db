/// Bytes that a kernel reads.
typealias Source = UnsafePointer<UInt8>
/// Bytes that a kernel writes.
typealias Destination = UnsafeMutablePointer<UInt8>

// Loads and stores of several bytes at any address; the byte at the lowest address is the lowest of the number.

@inline(__always) func load16(_ source: Source, _ offset: Int) -> UInt16 {
    UInt16(littleEndian: UnsafeRawPointer(source).loadUnaligned(fromByteOffset: offset, as: UInt16.self))
}

@inline(__always) func load32(_ source: Source, _ offset: Int) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(source).loadUnaligned(fromByteOffset: offset, as: UInt32.self))
}

@inline(__always) func load64(_ source: Source, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(source).loadUnaligned(fromByteOffset: offset, as: UInt64.self))
}

@inline(__always) func store16(_ destination: Destination, _ offset: Int, _ value: UInt16) {
    UnsafeMutableRawPointer(destination).storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt16.self)
}

@inline(__always) func store32(_ destination: Destination, _ offset: Int, _ value: UInt32) {
    UnsafeMutableRawPointer(destination).storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt32.self)
}

@inline(__always) func store64(_ destination: Destination, _ offset: Int, _ value: UInt64) {
    UnsafeMutableRawPointer(destination).storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt64.self)
}
