/// The streaming transform of all classical ciphers: as many bytes out as in, no failure, constant memory.
public struct LetterTransform: InfallibleByteTransform {
    private enum Rule {
        /// All letters move by 0 to 25 places in the alphabet.
        case shift(UInt8)
        /// Each byte becomes the one in its place of 256.
        case table([UInt8])
        /// The letters move by these many places in turn.
        case shifts([UInt8])
    }
    private let rule: Rule
    /// Which of the shifts is next.
    private var turn = 0

    /// Moves letters by a number of places, 0 to 25.
    init(shift: UInt8) { rule = .shift(shift) }

    /// Replaces the characters for which `replacement` has another one.
    init(replacing replacement: (UInt8) -> UInt8) { rule = .table((0...255).map(replacement)) }

    /// Moves letters by these numbers of places in turn, one or more, each 0 to 25.
    init(shifts: [UInt8]) { rule = .shifts(shifts) }

    /// As many bytes as go in, exactly.
    public func maximumOutputCount(for byteCount: Int) -> Int { byteCount }

    /// Appends what the next bytes of the stream become.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes, any number.
    ///   - output: Requires room for as many.
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

    /// Ends the stream; there is never a rest.
    ///
    /// - Parameter output: Is left as it is.
    public mutating func finish(into output: inout OutputSpan<UInt8>) {}

    /// Transforms `text` as the whole stream.
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
