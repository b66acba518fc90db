/// The streaming transform of all letter ciphers; the output is as long as the input, and it never fails.
public struct LetterTransform: InfallibleByteTransform {
    private enum Rule {
        case shift(UInt8)
        /// Maps each byte through a table of 256.
        case table([UInt8])
        case shifts([UInt8])
    }
    private let rule: Rule
    private var turn = 0

    init(shift: UInt8) { rule = .shift(shift) }

    init(replacing replacement: (UInt8) -> UInt8) { rule = .table((0...255).map(replacement)) }

    init(shifts: [UInt8]) { rule = .shifts(shifts) }

    /// The exact number of bytes in the output: the same as in the input.
    public func maximumOutputCount(for byteCount: Int) -> Int { byteCount }

    /// Transforms the next bytes of the stream and appends them to `output`.
    ///
    /// `output` must have room for the same number of bytes.
    public mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        precondition(bytes.count <= output.freeCapacity, "no room for the bytes")
        output.withUnsafeMutableBufferPointer { space, count in
            bytes.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress, let start = space.baseAddress else { return }
                apply(from, start + count, source.count)
                count += source.count
            }
        }
    }

    /// Ends the stream; nothing is ever pending, so `output` is not changed.
    public mutating func finish(into output: inout OutputSpan<UInt8>) {}

    consuming func transform(_ text: String) -> String {
        var transform = self
        var text = text
        return text.withUTF8 { source in
            String(unsafeUninitializedCapacity: source.count) { space in
                guard let from = source.baseAddress, let start = space.baseAddress else { return 0 }
                transform.apply(from, start, source.count)
                return source.count
            }
        }
    }

    private mutating func apply(_ from: UnsafePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>, _ count: Int) {
        switch rule {
        case .shift(let shift): LetterKernels.shift(from, count, to, by: shift)
        case .table(let table):
            table.withUnsafeBufferPointer { table in
                for index in 0..<count { to[index] = table[Int(from[index])] }
            }
        case .shifts(let shifts):
            for index in 0..<count {
                let byte = from[index]
                let place = byte | 0x20 &- 0x61
                guard place < 26 else {
                    to[index] = byte
                    continue
                }
                let shift = shifts[turn]
                turn = turn + 1 == shifts.count ? 0 : turn + 1
                to[index] = byte &+ shift &- (place + shift >= 26 ? 26 : 0)
            }
        }
    }
}
