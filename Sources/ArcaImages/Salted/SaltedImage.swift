public import ArcaCore
public import ArcaCrypto

/// An image decoded from a salted string, with functions to encode and decode such strings.
///
/// ```swift
/// let text = try SaltedImage.pack(photo, protectedBy: .passphrase(secret))
/// let image = try SaltedImage.unpack(text, with: .passphrase(secret))
/// image.bytes       // the photo, byte for byte
/// image.mediaType   // image/jpeg
/// ```
public struct SaltedImage: Sendable, Hashable {
    /// The image, byte for byte as it was packed.
    public let bytes: [UInt8]
    /// The media type: `image/png`.
    public let mediaType: String
    /// The protection of the string.
    public let mode: ImageEnvelope.Mode
    /// The text encoding of the string.
    public let text: ImageText

    /// Maximum size of an image in bytes: 1 GiB, which is less than AES-GCM and strings allow.
    public static let largestByteCount = 1 << 30

    /// Encodes an image as a salted string.
    ///
    /// - Parameters:
    ///   - image: The image file, at most 1 GiB.
    ///   - text: The text encoding.
    ///   - mediaType: The media type. Nil detects it from the content, with `application/octet-stream` for unknown
    ///     content.
    ///   - secret: The secret that protects the image. Without one the string is salted and checked, but **anyone can
    ///     read it**.
    ///   - cost: The scrypt cost of a passphrase; ignored for a key.
    /// - Returns: The string. It is different each time, because its salt is random.
    /// - Throws: ``ImageError`` with code `.invalidOption` for an image that is too large, an invalid media type, or a
    ///   key of less than 16 bytes.
    public static func pack(
        _ image: borrowing some Bytes, as text: ImageText = .base64url, mediaType: String? = nil,
        protectedBy secret: ImageSecret? = nil, cost: Scrypt.Cost = .standard
    ) throws -> String {
        try pack(
            [UInt8](bytes: image), as: text, mediaType: mediaType, secret: secret, cost: cost,
            salt: SecureRandom.bytes(ImageEnvelope.saltByteCount))
    }

    /// Encodes with a given salt, for test vectors.
    package static func pack(
        _ image: [UInt8], as text: ImageText, mediaType: String?, secret: ImageSecret?, cost: Scrypt.Cost,
        salt: [UInt8]
    ) throws -> String {
        guard image.count <= largestByteCount else {
            throw ImageError(.invalidOption, "an image has up to \(largestByteCount) bytes, this one \(image.count)")
        }
        let type = mediaType ?? ImageKind(recognizing: image.prefix(1024))?.mediaType ?? "application/octet-stream"
        return try text.encode(
            ImageEnvelope.seal(image, mediaType: type, secret: secret, cost: cost, salt: salt))
    }

    /// Decodes a salted string.
    ///
    /// The text encoding is detected. White space around the text is ignored.
    ///
    /// - Parameters:
    ///   - text: The whole string.
    ///   - secret: The secret that protects the image; ignored if the string is not encrypted.
    ///   - limits: Maximum scrypt cost that the string may require.
    /// - Returns: The image, after complete verification.
    /// - Throws: ``ImageError`` with code `.wrongSecret` for a wrong, mismatched or missing secret, `.tampered` or
    ///   `.truncated` for a modified string, `.malformed` for other text, `.costTooHigh`.
    public static func unpack(
        _ text: String, with secret: ImageSecret? = nil, limits: CostLimits = .reading
    ) throws -> SaltedImage {
        let (form, bytes) = try decode(text)
        let (envelope, image) = try ImageEnvelope.open(bytes, secret: secret, limits: limits)
        return SaltedImage(bytes: image, mediaType: envelope.mediaType, mode: envelope.mode, text: form)
    }

    /// Parses the header of a string, which needs no secret.
    ///
    /// - Throws: As ``unpack(_:with:limits:)``, except for the secret.
    public static func header(of text: String) throws(ImageError) -> (envelope: ImageEnvelope, text: ImageText) {
        let (form, bytes) = try decode(text)
        return (try ImageEnvelope(parsing: bytes), form)
    }

    /// Whether text, or at least its first 100 characters, begins like a salted string.
    public static func recognizes(_ text: String) -> Bool { ImageText(recognizing: trimmed(text)) != nil }

    private static func decode(_ text: String) throws(ImageError) -> (ImageText, [UInt8]) {
        let text = trimmed(text)
        guard let form = ImageText(recognizing: text) else {
            throw ImageError(.malformed, at: 0, "not a salted string of arca")
        }
        do {
            var bytes = try form.decode(text)
            if form == .z85 { dropFilling(&bytes) }
            return (form, bytes)
        } catch {
            let isCut = [.truncated, .missingPadding, .invalidLength].contains(error.code)
            throw ImageError(
                isCut ? .truncated : .tampered, at: error.position?.offset,
                "the \(form) text is damaged: \(error.reason)")
        }
    }

    private static func dropFilling(_ bytes: inout [UInt8]) {
        guard bytes.count > ImageEnvelope.fixedByteCount else { return }
        for _ in 0..<3 where bytes.last == 0 {
            if (try? ImageEnvelope(parsing: bytes)) != nil { return }
            bytes.removeLast()
        }
    }

    private static func trimmed(_ text: String) -> String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace || $0.isNewline }
        guard let first = text.first, let last = text.last, isSpace(first) || isSpace(last) else { return text }
        var inner = text.drop(while: isSpace)
        while let last = inner.last, isSpace(last) { inner.removeLast() }
        return String(inner)
    }
}
