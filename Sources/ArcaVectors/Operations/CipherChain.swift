internal import ArcaCrypto

/// One step of a Monte Carlo chain of AES or 3DES, and how it leads to the next.
struct CipherChain {
    let cipher: Cipher
    private(set) var key: [UInt8]
    private(set) var iv: [UInt8]
    private(set) var text: [UInt8]
    /// Whether texts are single bits (CFB1), each the first of its byte.
    let isBitwise: Bool
    let encrypts: Bool

    /// Makes a chain; its text must be one block, byte or bit, as the mode has it, and its IV one block.
    init(cipher: Cipher, key: [UInt8], iv: [UInt8], text: [UInt8], isBitwise: Bool, encrypts: Bool) throws {
        let mode = cipher.shortName.split(separator: "-").last ?? ""
        let blockByteCount = cipher.shortName.hasPrefix("des") ? 8 : 16
        let textByteCount = mode == "cfb8" || mode == "cfb1" ? 1 : blockByteCount
        guard ["ecb", "cbc", "cfb", "cfb8", "cfb1", "ofb"].contains(mode), isBitwise == (mode == "cfb1") else {
            throw OperationError.unsupported("Arca has no Monte Carlo chains of \(cipher.shortName)")
        }
        guard text.count == textByteCount, iv.count == (mode == "ecb" ? 0 : blockByteCount) else {
            throw OperationError.refused(
                "a chain of \(cipher.shortName) starts with \(textByteCount) bytes, not \(text.count), and with an IV of one block"
            )
        }
        self.cipher = cipher
        self.key = key
        self.iv = iv
        self.text = text
        self.isBitwise = isBitwise
        self.encrypts = encrypts
    }

    private var isTripleDES: Bool { cipher.shortName.hasPrefix("des") }
    private var mode: Substring { cipher.shortName.split(separator: "-").last ?? "" }

    /// Runs the step, moves on to the start of the next, and gives the last output.
    ///
    /// All messages of a step are pieces of one, but single bits: only where the next piece comes from differs from mode
    /// to mode.
    mutating func run() throws -> [UInt8] {
        let key = SymmetricKey(copying: key)
        var stream =
            try encrypts
            ? CipherStream(encrypting: cipher, using: key, iv: iv, padding: Cipher.Padding.none)
            : CipherStream(decrypting: cipher, using: key, iv: iv, padding: Cipher.Padding.none)
        let width = isBitwise ? 1 : text.count
        // All outputs after the IV, bit for bit in the mode of single bits: most inputs come from one block behind.
        var history = isBitwise ? Self.bits(iv) : iv
        // What went through the register that the mode encrypts, after the IV: outputs, inputs, or the key stream.
        var register = history
        let feedback = feedback
        let source = source
        let count = isTripleDES ? 10_000 : 1_000
        history.reserveCapacity(history.count + count * width)
        register.reserveCapacity(history.count + count * width)
        var input = text
        for step in 0..<count {
            let output =
                isBitwise
                ? try bit(input, key, feedback == .outputs ? history : register) : try piece(input, &stream)
            switch feedback {
            case .outputs: break
            case .inputs: register.append(contentsOf: isBitwise ? [input[0] >> 7] : input)
            case .keyStream: register.append(contentsOf: zip(input, output).map { $0 ^ $1 })
            }
            switch source {
            case .lastOutput: input = output
            case .history:
                if isBitwise {
                    input[0] = history[step] << 7
                } else {
                    input = Array(history[step * width..<(step + 1) * width])
                }
            case .keyStream: for place in input.indices { input[place] ^= output[place] }
            case .register: input = Array(register[step * width..<(step + 1) * width])
            }
            history.append(contentsOf: isBitwise ? [output[0] >> 7] : output)
        }
        if feedback == .outputs { register = history }
        let last = isBitwise ? [history[history.count - 1] << 7] : Array(history.suffix(width))
        moveOn(Self.tail(history, self.key.count, isBitwise))
        iv = Self.tail(isTripleDES ? register : history, iv.count, isBitwise)
        // In OFB of 3DES the next text is the last one's register on the first one.
        text = isTripleDES && mode == "ofb" ? zip(text, input).map { $0 ^ $1 } : input
        return last
    }

    /// What a mode puts through its register.
    private enum Feedback { case outputs, inputs, keyStream }

    /// Where the next input comes from: the output, the outputs one block behind, or what 3DES takes instead of those.
    private enum Source { case lastOutput, history, keyStream, register }

    private var feedback: Feedback {
        if mode == "ofb" { return .keyStream }
        return encrypts ? .outputs : .inputs
    }

    private var source: Source {
        if mode == "ecb" { return .lastOutput }
        guard isTripleDES else { return .history }
        if mode == "ofb" { return .register }
        if encrypts { return .history }
        return mode == "cbc" ? .lastOutput : .keyStream
    }

    /// Encrypts or decrypts the next piece.
    private func piece(_ input: [UInt8], _ stream: inout CipherStream) throws -> [UInt8] {
        let most = stream.maximumByteCount(forUpdate: input.count)
        return try [UInt8](capacity: most) { span throws(CryptoError) in
            try stream.update(input, into: &span)
        }
    }

    /// Encrypts or decrypts a single bit: a stream takes whole bytes only, so each bit begins a message of its own.
    private func bit(_ input: [UInt8], _ key: SymmetricKey, _ register: [UInt8]) throws -> [UInt8] {
        let iv = Self.tail(register, iv.count, true)
        let output =
            try encrypts
            ? cipher.encrypt(input, using: key, iv: iv, padding: Cipher.Padding.none)
            : cipher.decrypt(input, using: key, iv: iv, padding: Cipher.Padding.none)
        return [output[0] & 0x80]
    }

    /// The last bytes, put together where every bit stands alone.
    private static func tail(_ values: [UInt8], _ byteCount: Int, _ isBitwise: Bool) -> [UInt8] {
        isBitwise ? bytes(values.suffix(byteCount * 8)) : Array(values.suffix(byteCount))
    }

    /// Adds the last outputs to the key: for 3DES block by block from the end, with odd parity after it.
    private mutating func moveOn(_ tail: [UInt8]) {
        guard isTripleDES else {
            key = zip(key, tail).map { $0 ^ $1 }
            return
        }
        let wasSingle = key[..<8] == key[8..<16]
        let wasDouble = key[..<8] == key[16...]
        let blocks = (0..<3).map { Array(tail[(2 - $0) * 8..<(3 - $0) * 8]) }
        // One key thrice, or the first one again as the third, stay what they are.
        let changes = [blocks[0], wasSingle ? blocks[0] : blocks[1], wasDouble ? blocks[0] : blocks[2]]
        key = zip(key, changes.joined()).map { left, right in
            let byte = (left ^ right) & 0xfe
            return byte | (byte.nonzeroBitCount % 2 == 0 ? 1 : 0)
        }
    }

    private static func bits(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
    }

    private static func bytes(_ bits: ArraySlice<UInt8>) -> [UInt8] {
        let bits = Array(bits)
        return stride(from: 0, to: bits.count, by: 8).map { place in
            bits[place..<place + 8].reduce(0) { $0 << 1 | $1 }
        }
    }
}
