// Runs the kernels of ArcaKernelsNEON in an emulator on input from `scripts/check-neon`. Embedded Swift with four
// functions of the C library, because there is no Swift runtime for arm64 here. Not a target of the package.

@_silgen_name("read") private func read(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int
@_silgen_name("write") private func write(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int
@_silgen_name("mmap") private func mmap(
    _ address: UnsafeMutableRawPointer?, _ count: Int, _ protection: Int32, _ flags: Int32, _ file: Int32, _ offset: Int
) -> UnsafeMutableRawPointer
@_silgen_name("mprotect") private func mprotect(
    _ address: UnsafeMutableRawPointer, _ count: Int, _ protection: Int32
) -> Int32

/// Memory with an inaccessible page after its last byte.
struct Guarded {
    private let end: UnsafeMutablePointer<UInt8>
    private static let byteCount = 1 << 16

    init() {
        // PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS; then PROT_NONE.
        let start = mmap(nil, 2 * Self.byteCount, 3, 0x22, -1, 0)
        guard mprotect(start + Self.byteCount, Self.byteCount, 0) == 0 else { fatalError() }
        end = (start + Self.byteCount).assumingMemoryBound(to: UInt8.self)
    }

    /// The last `count` bytes.
    func last(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        guard count <= Self.byteCount else { fatalError() }
        return end - count
    }
}

func readAll(_ bytes: UnsafeMutableRawPointer, _ count: Int) -> Bool {
    var done = 0
    while done < count {
        let got = read(0, bytes + done, count - done)
        if got <= 0 { return false }
        done += got
    }
    return true
}

/// Kernel, length of input, table and output, whether to stop at groups, and the two groups.
let header = Guarded().last(7 * 8).withMemoryRebound(to: Int.self, capacity: 7) { $0 }
let answer = Guarded().last(8).withMemoryRebound(to: Int.self, capacity: 1) { $0 }
let sources = Guarded(), tables = Guarded(), outputs = Guarded()
while readAll(header, 7 * 8) {
    let count = header[1]
    let source = sources.last(count), table = tables.last(header[2]), output = outputs.last(header[3])
    guard readAll(source, count), readAll(table, header[2]) else { fatalError() }
    for index in 0..<header[3] { output[index] = 0xee }
    let first = UInt32(truncatingIfNeeded: header[5]), second = UInt32(truncatingIfNeeded: header[6])
    switch header[0] {
    case 0: answer[0] = NEON.base16Encode(source, count, output, table)
    case 1: answer[0] = NEON.base16Decode(source, count, output, table)
    case 2: answer[0] = NEON.base32Encode(source, count, output, table)
    case 3: answer[0] = NEON.base32Decode(source, count, output, table)
    case 4: answer[0] = NEON.base64Encode(source, count, output, table)
    case 5: answer[0] = NEON.base64Decode(source, count, output, table)
    case 6: answer[0] = NEON.base85Encode(source, count, output, table, stops: header[4] != 0, first, second)
    case 7: answer[0] = NEON.base85Decode(source, count, output, table, stops: header[4] != 0, first, second)
    default: fatalError()
    }
    guard write(1, answer, 8) == 8, write(1, output, header[3]) == header[3] else { fatalError() }
}
