internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys

/// DSA signatures, which Arca itself does not have: `sign` and `verify` with `dsa`, a part of ``SignatureOperation``.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `verify` | `publicKey` (SPKI), `hash`, `msg`, `form` (`der` or `p1363`), `sig` | empty, or a refusal |
/// | `sign` | `privateKey` (PKCS #8), `hash`, `msg`, `form` | `sig`, deterministic (RFC 6979) |
///
/// Source: FIPS 186-4, section 4; RFC 3279, sections 2.2.2 and 2.3.2.
enum DSAOperation {
    private struct Key {
        let prime, order, generator: BigNumber
        /// The public number of a public key, the private one of a private key.
        let number: BigNumber
    }

    /// Larger keys are not defined, and would take seconds.
    private static let maximumBitCount = 4096
    private static let identifier = ASN1ObjectIdentifier(1, 2, 840, 10040, 4, 1)

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        let isSigning = request.operation == "sign"
        let key = try key(inputs.bytes(isSigning ? "privateKey" : "publicKey"), isPrivate: isSigning)
        let hash = try HashOperation.function(inputs.text("hash"))
        let digest = try hash.hash(inputs.bytes("msg"))
        // Orders are whole bytes, so the leftmost bits of a digest are too.
        let number = BigNumber(Array(digest.prefix(key.order.byteCount)))
        let isRaw = try inputs.text("form") == "p1363"
        if isSigning {
            let (r, s) = try signature(digest, number, key, hash)
            return ["sig": .bytes(isRaw ? padded(r, key) + padded(s, key) : encoded([r, s]))]
        }
        let numbers = try isRaw ? split(inputs.bytes("sig"), key) : decoded(inputs.bytes("sig"))
        let (r, s) = (BigNumber(numbers[0]), BigNumber(numbers[1]))
        guard !r.isZero, !s.isZero, r < key.order, s < key.order, let inverse = s.inverse(modulo: key.order) else {
            throw OperationError.refused("r and s are not between 0 and the order")
        }
        let first = key.generator.power(number * inverse % key.order, modulo: key.prime)
        let second = key.number.power(r * inverse % key.order, modulo: key.prime)
        guard first * second % key.prime % key.order == r else {
            throw OperationError.refused("the signature does not match")
        }
        return [:]
    }

    private static func signature(
        _ digest: [UInt8], _ number: BigNumber, _ key: Key, _ hash: AnyHashFunction
    ) throws -> (r: BigNumber, s: BigNumber) {
        let scalar = SecretBytes(copying: padded(key.number, key))
        var nonces = try DeterministicNonces(order: key.order.bytes, scalar: scalar, digest: digest.span, hash: hash)
        while true {
            let nonce = BigNumber(try nonces.next())
            let r = key.generator.power(nonce, modulo: key.prime) % key.order
            guard let inverse = nonce.inverse(modulo: key.order) else { continue }
            let s = (number + key.number * r) * inverse % key.order
            if !r.isZero, !s.isZero { return (r, s) }
        }
    }

    private static func key(_ file: [UInt8], isPrivate: Bool) throws -> Key {
        let bytes = file.span
        var reader = DERReader(bytes)
        var structure = try reader.sequence(in: bytes)
        try reader.finish()
        if isPrivate, try structure.smallInteger(in: bytes) != 0 { throw OperationError.refused("an unknown version") }
        var algorithm = try structure.sequence(in: bytes)
        guard try algorithm.objectIdentifier(in: bytes) == identifier else {
            throw OperationError.refused("not a DSA key")
        }
        var parameters = try algorithm.sequence(in: bytes)
        try algorithm.finish()
        let prime = BigNumber(Array(file[try parameters.unsignedInteger(in: bytes)]))
        let order = BigNumber(Array(file[try parameters.unsignedInteger(in: bytes)]))
        let generator = BigNumber(Array(file[try parameters.unsignedInteger(in: bytes)]))
        try parameters.finish()
        let content =
            try isPrivate ? structure.read(.octetString, in: bytes) : structure.bitString(in: bytes)
        try structure.finish()
        var inner = DERReader(content)
        let key = Key(
            prime: prime, order: order, generator: generator,
            number: BigNumber(Array(file[try inner.unsignedInteger(in: bytes)])))
        try inner.finish()
        guard key.prime.isOdd, key.prime.bitCount <= maximumBitCount, key.order.bitCount.isMultiple(of: 8),
            key.order.isOdd, key.order < key.prime, !key.number.isZero, key.number < (isPrivate ? key.order : key.prime)
        else { throw OperationError.refused("the numbers of the key are out of range") }
        return key
    }

    private static func padded(_ number: BigNumber, _ key: Key) -> [UInt8] {
        let bytes = number.bytes
        return [UInt8](repeating: 0, count: max(0, key.order.byteCount - bytes.count)) + bytes
    }

    private static func encoded(_ numbers: [BigNumber]) -> [UInt8] {
        let content = numbers.flatMap { number -> [UInt8] in
            let bytes = number.bytes
            let digits = (bytes.first ?? 0x80) < 0x80 ? bytes : [0] + bytes
            return [DERTag.integer.octet, UInt8(digits.count)] + digits
        }
        return [DERTag.sequence.octet, UInt8(content.count)] + content
    }

    private static func decoded(_ signature: [UInt8]) throws -> [[UInt8]] {
        var reader = DERReader(signature.span)
        var sequence = try reader.sequence(in: signature.span)
        try reader.finish()
        let r = Array(signature[try sequence.unsignedInteger(in: signature.span)])
        let s = Array(signature[try sequence.unsignedInteger(in: signature.span)])
        try sequence.finish()
        return [r, s]
    }

    private static func split(_ signature: [UInt8], _ key: Key) throws -> [[UInt8]] {
        let count = key.order.byteCount
        guard signature.count == 2 * count else { throw OperationError.refused("a signature of another length") }
        return [Array(signature[..<count]), Array(signature[count...])]
    }
}
