public import ArcaCore

extension SM2 {
    /// A message encrypted with ``SM2``: a point C1, the ciphertext C2 and the digest C3.
    ///
    /// Programs write it in three formats: DER (GM/T 0009), C1 ‖ C3 ‖ C2 (GB/T 32918.4) and C1 ‖ C2 ‖ C3 (before 2012).
    public struct Ciphertext: Sendable, Hashable {
        /// The order of the parts in the raw format.
        public enum Order: String, Sendable, CaseIterable {
            /// Point, digest, ciphertext: GB/T 32918.4-2016, GM/T 0003.4-2012.
            case c1c3c2
            /// Point, ciphertext, digest: the draft of 2010, still the default of some libraries.
            case c1c2c3
        }

        /// The sender's ephemeral point C1, uncompressed: 04 ‖ x ‖ y.
        public let point: [UInt8]
        /// The digest C3 of the message and the shared secret, 32 bytes.
        public let digest: [UInt8]
        /// The ciphertext C2, as long as the message.
        public let ciphertext: [UInt8]

        private static let coordinateByteCount = 32

        private init(point: [UInt8], digest: [UInt8], ciphertext: [UInt8]) throws(CryptoError) {
            // libcrypto checks the point again; here it only decides between the formats.
            guard let point = try EllipticCurve.sm2.group.point(point, isCompressed: false) else {
                throw CryptoError(.invalidFormat, "the SM2 ciphertext does not begin with a point of the curve")
            }
            guard digest.count == SM3.byteCount, !ciphertext.isEmpty else { throw Self.malformed }
            self.point = point
            self.digest = digest
            self.ciphertext = ciphertext
        }

        /// Parses DER: a sequence of two integers and two octet strings, x, y, C3 and C2.
        ///
        /// - Throws: ``CryptoError`` `.invalidFormat`.
        ///
        /// Source: GM/T 0009-2012, section 7.2.
        public init(derRepresentation: borrowing some Bytes) throws(CryptoError) {
            let bytes = Array(bytes: derRepresentation)
            var rest = bytes[...]
            guard var content = ECDSASignature.value(0x30, &rest),
                let x = Self.coordinate(ECDSASignature.value(0x02, &content)),
                let y = Self.coordinate(ECDSASignature.value(0x02, &content)),
                let digest = ECDSASignature.value(0x04, &content),
                let ciphertext = ECDSASignature.value(0x04, &content)
            else { throw Self.malformed }
            try self.init(point: [4] + x + y, digest: Array(digest), ciphertext: Array(ciphertext))
            // DER is unique, so the comparison rejects negative numbers, extra zeros, long lengths and trailing bytes.
            guard self.derRepresentation == bytes else { throw Self.malformed }
        }

        /// The format of GM/T 0009 and OpenSSL.
        public var derRepresentation: [UInt8] {
            let middle = 1 + Self.coordinateByteCount
            return ECDSASignature.element(
                0x30,
                ECDSASignature.integer(Array(point[1..<middle])) + ECDSASignature.integer(Array(point[middle...]))
                    + ECDSASignature.element(0x04, digest) + ECDSASignature.element(0x04, ciphertext))
        }

        /// Parses the parts without DER.
        ///
        /// - Parameters:
        ///   - rawRepresentation: The parts. C1 is an uncompressed point with or without its first byte 04, or a
        ///     compressed point.
        ///   - order: The order of digest and ciphertext; a wrong one fails in decryption.
        /// - Throws: ``CryptoError`` `.invalidFormat` if the bytes do not begin with a point of the curve, or are too
        ///   short.
        public init(rawRepresentation: borrowing some Bytes, order: Order = .c1c3c2) throws(CryptoError) {
            let bytes = Array(bytes: rawRepresentation)
            let group = try EllipticCurve.sm2.group
            let (size, pointByteCount) = (Self.coordinateByteCount, 1 + 2 * Self.coordinateByteCount)
            // A coordinate may begin with 02, 03 or 04 too, so the point decides, not its first byte.
            let forms: [(point: [UInt8], byteCount: Int)] = [
                (Array(bytes.prefix(pointByteCount)), pointByteCount), ([4] + bytes.prefix(2 * size), 2 * size),
                (Array(bytes.prefix(1 + size)), 1 + size),
            ]
            guard let form = forms.first(where: { bytes.count > $0.byteCount && group.contains($0.point) }) else {
                throw CryptoError(.invalidFormat, "the SM2 ciphertext does not begin with a point of the curve")
            }
            let rest = bytes[form.byteCount...]
            guard rest.count > SM3.byteCount else { throw Self.malformed }
            let isDigestFirst = order == .c1c3c2
            try self.init(
                point: form.point,
                digest: Array(isDigestFirst ? rest.prefix(SM3.byteCount) : rest.suffix(SM3.byteCount)),
                ciphertext: Array(isDigestFirst ? rest.dropFirst(SM3.byteCount) : rest.dropLast(SM3.byteCount)))
        }

        /// The parts without DER, in an order; the point is uncompressed and begins with 04.
        public func rawRepresentation(order: Order = .c1c3c2) -> [UInt8] {
            point + (order == .c1c3c2 ? digest + ciphertext : ciphertext + digest)
        }

        private static func coordinate(_ number: ArraySlice<UInt8>?) -> [UInt8]? {
            guard let digits = number?.drop(while: { $0 == 0 }), digits.count <= coordinateByteCount else { return nil }
            return [UInt8](repeating: 0, count: coordinateByteCount - digits.count) + digits
        }

        private static var malformed: CryptoError {
            CryptoError(.invalidFormat, "the SM2 ciphertext is not a point, a digest of 32 bytes and a ciphertext")
        }
    }

    /// The maximum length of a message in bytes; SM2 is meant for keys and short texts.
    public static let maximumMessageByteCount = 1 << 24
}

extension NamedCurvePublicKey where Use == SM2 {
    /// Encrypts a message to the owner of the private key.
    ///
    /// - Parameter message: The message, 1 byte to 16 MiB. A long message is better encrypted with SM4-GCM, and only
    ///   its key with SM2.
    /// - Returns: The encrypted message, randomized; decryption detects changes. It does not show who encrypted it.
    /// - Throws: ``CryptoError`` `.invalidInputLength` for a message of another length, `.backendFailure`.
    public func encrypt(_ message: borrowing some Bytes) throws(CryptoError) -> SM2.Ciphertext {
        let handle = try key.checkedHandle()
        let operation = PublicKeyOperation(kind: .encrypt, padding: .sm2)
        let der = try message.withBytes { message throws(CryptoError) in
            guard 1...SM2.maximumMessageByteCount ~= message.count else {
                throw CryptoError(
                    .invalidInputLength,
                    "SM2 encrypts 1 to \(SM2.maximumMessageByteCount) bytes, not \(message.count)")
            }
            // Two integers, a digest and their headers.
            return try handle.transformPublicly(operation, message, byteCount: message.count + 128)
        }
        guard let der else { throw CryptoError(.backendFailure, "cannot \(operation.title)") }
        return try SM2.Ciphertext(derRepresentation: der)
    }
}

extension NamedCurvePrivateKey where Use == SM2 {
    /// Decrypts a message.
    ///
    /// - Returns: The message, in memory that is wiped on release.
    /// - Throws: ``CryptoError`` `.authenticationFailed` for a wrong key, a modified ciphertext or a wrong order of its
    ///   parts (the cases are indistinguishable).
    public func decrypt(_ ciphertext: SM2.Ciphertext) throws(CryptoError) -> SecretBytes {
        let message = try key.checkedHandle().transform(
            PublicKeyOperation(kind: .decrypt, padding: .sm2), ciphertext.derRepresentation.span,
            byteCount: ciphertext.ciphertext.count)
        guard let message, message.count == ciphertext.ciphertext.count else {
            throw CryptoError(.authenticationFailed, "SM2: wrong key, or the data was changed or has another order")
        }
        return message
    }
}
