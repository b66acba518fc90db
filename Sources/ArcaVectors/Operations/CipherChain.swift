internal import ArcaCrypto

/// A step of a Monte Carlo chain of AES or 3DES, and its transition to the next step.
struct CipherChain {
    let cipher: Cipher
    private(set) var key: [UInt8]
    private(set) var iv: [UInt8]
    private(set) var text: [UInt8]
    /// Whether texts are single bits (CFB1), each in the highest bit of a byte.
    let isBitwise: Bool
    let encrypts: Bool

    /// Creates a chain.
    ///
    /// The text must be one block, byte or bit, depending on the mode; the IV must be one block.
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

    /// Runs the step, advances to the start of the next step, and returns the last output.
    ///
    /// All messages of a step are pieces of one stream, except single bits. Modes differ only in the source of the next
    /// piece.
    mutating func run() throws -> [UInt8] {
        let key = SymmetricKey(copying: key)
        var stream =
            try encrypts
            ? CipherStream(encrypting: cipher, using: key, iv: iv, padding: Cipher.Padding.none)
            : CipherStream(decrypting: cipher, using: key, iv: iv, padding: Cipher.Padding.none)
        let width = isBitwise ? 1 : text.count
        // The IV and all outputs, as bits for CFB1; in most modes the input is the output of one block earlier.
        var history = isBitwise ? Self.bits(iv) : iv
        // The IV and all values of the register the mode encrypts: outputs, inputs, or the key stream.
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
        // In 3DES OFB the next text is the XOR of the first text and the last register value.
        text = isTripleDES && mode == "ofb" ? zip(text, input).map { $0 ^ $1 } : input
        return last
    }

    /// The input of a mode's register.
    private enum Feedback { case outputs, inputs, keyStream }

    /// The source of the next input: the last output, the output one block earlier, or 3DES's replacements for the
    /// latter.
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

    private func piece(_ input: [UInt8], _ stream: inout CipherStream) throws -> [UInt8] {
        let most = stream.maximumByteCount(forUpdate: input.count)
        return try [UInt8](capacity: most) { span throws(CryptoError) in
            try stream.update(input, into: &span)
        }
    }

    /// Encrypts or decrypts a bit as a separate message, because streams accept only whole bytes.
    private func bit(_ input: [UInt8], _ key: SymmetricKey, _ register: [UInt8]) throws -> [UInt8] {
        let iv = Self.tail(register, iv.count, true)
        let output =
            try encrypts
            ? cipher.encrypt(input, using: key, iv: iv, padding: Cipher.Padding.none)
            : cipher.decrypt(input, using: key, iv: iv, padding: Cipher.Padding.none)
        return [output[0] & 0x80]
    }

    private static func tail(_ values: [UInt8], _ byteCount: Int, _ isBitwise: Bool) -> [UInt8] {
        isBitwise ? bytes(values.suffix(byteCount * 8)) : Array(values.suffix(byteCount))
    }

    /// XORs the key with the last outputs; for 3DES in reverse block order, with odd parity.
    private mutating func moveOn(_ tail: [UInt8]) {
        guard isTripleDES else {
            key = zip(key, tail).map { $0 ^ $1 }
            return
        }
        let wasSingle = key[..<8] == key[8..<16]
        let wasDouble = key[..<8] == key[16...]
        let blocks = (0..<3).map { Array(tail[(2 - $0) * 8..<(3 - $0) * 8]) }
        // Keys that are equal to each other remain equal.
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
