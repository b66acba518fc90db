import ArcaCore
import ArcaCrypto

extension CipherStream {
    /// The whole result for a message that comes in two pieces.
    consuming func run(_ message: [UInt8], splitAt place: Int) throws(CryptoError) -> [UInt8] {
        let place = place % (message.count + 1)
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(
            capacity: message.count + 3 * Self.maximumFinalByteCount)
        defer { memory.deallocate() }
        var output = OutputSpan(buffer: memory, initializedCount: 0)
        try update(message[..<place], into: &output)
        try update(message[place...], into: &output)
        try finish(into: &output)
        let count = output.finalize(for: memory)
        return Array(memory[..<count])
    }
}
