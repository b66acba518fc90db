import ArcaCore
import ArcaCrypto

extension CipherStream {
    /// The result for a message in two parts.
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
