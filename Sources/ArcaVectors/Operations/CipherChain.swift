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

    init(cipher: Cipher, key: [UInt8], iv: [UInt8], text: [UInt8], isBitwise: Bool, encrypts: Bool) {
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
    mutating func run() throws -> [UInt8] {
        let key = SymmetricKey(copying: key)
        var register = iv
        var input = text
        // All outputs after the IV, bit for bit in the mode of single bits: most inputs come from one block behind.
        var history = isBitwise ? Self.bits(iv) : iv
        let width = isBitwise ? 1 : text.count
        // What the stream cipher modes of 3DES take their next input from instead.
        var next = input
        for step in 0..<(isTripleDES ? 10_000 : 1_000) {
            var output =
                try encrypts
                ? cipher.encrypt(input, using: key, iv: register, padding: Cipher.Padding.none)
                : cipher.decrypt(input, using: key, iv: register, padding: Cipher.Padding.none)
            if isBitwise { output[0] &= 0x80 }
            let keyStream = zip(input, output).map { $0 ^ $1 }
            next = nextInput(step, register, output, keyStream, history, width)
            register = nextRegister(register, input, output, keyStream)
            history += isBitwise ? [output[0] >> 7] : output
            input = next
        }
        let last = isBitwise ? [history[history.count - 1] << 7] : Array(history.suffix(width))
        moveOn(isBitwise ? Self.bytes(history.suffix(self.key.count * 8)) : Array(history.suffix(self.key.count)))
        iv = isTripleDES ? register : Array(history.suffix(iv.count))
        // In OFB of 3DES the next text is the last one's register on the first one.
        text = isTripleDES && mode == "ofb" ? zip(text, next).map { $0 ^ $1 } : next
        return last
    }

    private func nextInput(
        _ step: Int, _ register: [UInt8], _ output: [UInt8], _ keyStream: [UInt8], _ history: [UInt8], _ width: Int
    ) -> [UInt8] {
        if mode == "ecb" { return output }
        if isTripleDES {
            if mode == "cbc", !encrypts { return output }
            if mode == "ofb" { return register }
            if mode.hasPrefix("cfb"), !encrypts { return isBitwise ? [keyStream[0] & 0x80] : keyStream }
        }
        return isBitwise ? [history[step] << 7] : Array(history[step * width..<(step + 1) * width])
    }

    private func nextRegister(
        _ register: [UInt8], _ input: [UInt8], _ output: [UInt8], _ keyStream: [UInt8]
    ) -> [UInt8] {
        if register.isEmpty { return [] }
        if mode == "ofb" { return keyStream }
        let fedBack = encrypts ? output : input
        if isBitwise {
            return Self.bytes((Self.bits(register) + [fedBack[0] >> 7]).suffix(register.count * 8))
        }
        return Array((register + fedBack).suffix(register.count))
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
