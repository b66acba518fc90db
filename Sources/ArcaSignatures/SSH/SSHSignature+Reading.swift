internal import ArcaCodecs
public import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys

extension SSHSignature {
    static func unarmor(_ file: Span<UInt8>) throws(SignatureError) -> [UInt8] {
        guard file.count <= maximumByteCount else {
            throw SignatureError(
                .malformed, "a signature file of \(file.count) bytes; at most \(maximumByteCount) are read")
        }
        let lines = SignatureText.lines(file)
        func isLine(_ line: Range<Int>, _ text: String) -> Bool {
            line.count == text.utf8.count && file.extracting(line).begins(with: text.utf8)
        }
        guard let first = lines.first, isLine(first, header) else {
            throw SignatureError(.malformed, at: 0, "the file does not begin with the line '\(header)'")
        }
        var base64: [UInt8] = []
        var number = 1
        while number < lines.count, !isLine(lines[number], footer) {
            base64.append(contentsOf: file.extracting(lines[number]))
            number += 1
        }
        guard number < lines.count else {
            throw SignatureError(.malformed, at: file.count, "the line '\(footer)' is missing")
        }
        guard number + 1 == lines.count else {
            throw SignatureError(.malformed, at: lines[number + 1].lowerBound, "text after the end of the signature")
        }
        do {
            return try Base64.standard.decode(base64)
        } catch {
            throw SignatureError(.malformed, "invalid Base64 in the signature: \(error.reason)")
        }
    }

    /// Parses a signature file strictly: no text around the armor, every field checked, integers in minimal form.
    ///
    /// - Parameter file: The whole file, at most ``maximumByteCount`` bytes; lines end in LF or CR LF.
    /// - Throws: ``SignatureError`` `.malformed`; `.unsupported` for an unknown version, hash function or key type, for
    ///   SHA-1, and for RSA of less than 2,048 bits.
    public init(_ file: borrowing some Bytes) throws(SignatureError) {
        let blob = try file.withText { file throws(SignatureError) in try Self.unarmor(file) }
        try self.init(blob: blob)
    }

    /// Parses a signature in SSH's binary form, without armor.
    ///
    /// - Throws: ``SignatureError`` as ``init(_:)``; offsets refer to `blob`.
    public init(blob: [UInt8]) throws(SignatureError) {
        let bytes = blob.span
        guard bytes.begins(with: Self.magic) else {
            throw SignatureError(.malformed, at: 0, "the signature does not begin with SSHSIG")
        }
        var reader = SSHReader(Self.magic.count..<blob.count)
        let fields = try SignatureError.wrap { try Fields(&reader, in: bytes) }
        guard fields.version == 1 else {
            throw SignatureError(
                fields.version == 0 ? .malformed : .unsupported, at: Self.magic.count,
                "version \(fields.version) of the signature format; version 1 is expected")
        }
        let namespace = [UInt8](bytes: bytes.extracting(fields.namespace))
        guard !namespace.isEmpty, !namespace.contains(0), let text = String(validating: namespace, as: UTF8.self) else {
            throw SignatureError(
                .malformed, at: fields.namespace.lowerBound,
                "the namespace is empty, or not text")
        }
        guard fields.reserved.isEmpty else {
            throw SignatureError(
                .malformed, at: fields.reserved.lowerBound,
                "the reserved field is not empty")
        }
        let hashName = [UInt8](bytes: bytes.extracting(fields.hash))
        guard let hash = Self.hashes.first(where: { Array($0.name.utf8) == hashName })?.function else {
            throw SignatureError(
                .unsupported, at: fields.hash.lowerBound, "an unknown hash function; sha256 and sha512 are supported")
        }
        let keyBlob = [UInt8](bytes: bytes.extracting(fields.key))
        let certificate = SSHCertificate.recognizes(keyBlob) ? try SSHCertificate(blob: keyBlob) : nil
        let key = if let certificate { certificate.key } else { try SSHSignatureKey(blob: keyBlob) }
        let (value, device) = try Self.inner(fields.signature, key, in: bytes)
        self.init(
            key: key, certificate: certificate, namespace: text, hash: hash, value: value, device: device)
    }

    private struct Fields {
        let version: Int
        let key, namespace, reserved, hash, signature: Range<Int>

        init(_ reader: inout SSHReader, in bytes: Span<UInt8>) throws(KeyError) {
            version = try reader.number(in: bytes)
            key = try reader.string(in: bytes)
            namespace = try reader.string(in: bytes)
            reserved = try reader.string(in: bytes)
            hash = try reader.string(in: bytes)
            signature = try reader.string(in: bytes)
            try reader.finish()
        }
    }

    /// Parses the signature field; its type must match the key.
    static func inner(
        _ range: Range<Int>, _ key: SSHSignatureKey, in bytes: Span<UInt8>
    ) throws(SignatureError) -> (Value, DeviceState?) {
        var reader = SSHReader(range)
        let type = try SignatureError.wrap { try reader.text(in: bytes) }
        let value = try SignatureError.wrap { try reader.string(in: bytes) }
        let device = key.isSecurityKey ? try deviceState(&reader, in: bytes) : nil
        try SignatureError.wrap { try reader.finish() }
        let octets = [UInt8](bytes: bytes.extracting(value))
        switch key.key {
        case .rsa(let numbers, _):
            guard type != "ssh-rsa" else {
                throw SignatureError(
                    .unsupported, at: range.lowerBound, "an RSA signature with SHA-1, which no longer proves who signed"
                )
            }
            guard let hash = [HashFunction.sha512, .sha256].first(where: { rsaName($0) == type }) else {
                throw wrongType(range)
            }
            try checkLength(octets, numbers.modulus.count, "the key", at: value)
            return (.rsa(hash, octets), device)
        case .elliptic:
            guard type == key.typeName else { throw wrongType(range) }
            return (try ecdsa(value, in: bytes), device)
        default:
            guard type == key.typeName else { throw wrongType(range) }
            try checkLength(octets, 64, "Ed25519", at: value)
            return (.ed25519(octets), device)
        }
    }

    private static func deviceState(
        _ reader: inout SSHReader, in bytes: Span<UInt8>
    ) throws(SignatureError) -> DeviceState {
        guard let place = reader.rest.first, reader.rest.count == 5 else {
            throw SignatureError(
                .malformed, at: reader.offset,
                "\(reader.rest.count) bytes where flags and counter of a security key have 5")
        }
        reader = SSHReader(place + 1..<place + 5)
        let counter = try SignatureError.wrap { try reader.number(in: bytes) }
        return DeviceState(flags: bytes[place], counter: UInt32(counter))
    }

    private static func ecdsa(_ range: Range<Int>, in bytes: Span<UInt8>) throws(SignatureError) -> Value {
        var reader = SSHReader(range)
        return try SignatureError.wrap {
            let r = try reader.unsignedInteger(in: bytes)
            let s = try reader.unsignedInteger(in: bytes)
            try reader.finish()
            return .ecdsa(r: [UInt8](bytes: bytes.extracting(r)), s: [UInt8](bytes: bytes.extracting(s)))
        }
    }

    private static func checkLength(
        _ octets: [UInt8], _ count: Int, _ what: String, at place: Range<Int>
    ) throws(SignatureError) {
        guard octets.count == count else {
            throw SignatureError(.malformed, at: place.lowerBound, "\(octets.count) bytes where \(what) has \(count)")
        }
    }

    private static func wrongType(_ place: Range<Int>) -> SignatureError {
        SignatureError(.malformed, at: place.lowerBound, "the type of the signature is not that of its key")
    }
}
