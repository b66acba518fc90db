public import ArcaCore
public import ArcaCrypto

/// An image that was taken out of a salted string, and the functions that put images into strings and back.
///
/// ```swift
/// let text = try SaltedImage.pack(photo, protectedBy: .passphrase(secret))
/// let image = try SaltedImage.unpack(text, with: .passphrase(secret))
/// image.bytes       // the photo, byte for byte
/// image.mediaType   // image/jpeg
/// ```
public struct SaltedImage: Sendable, Hashable {
    /// The image, byte for byte as it was given: nothing is ever coded again.
    public let bytes: [UInt8]
    /// What the image is: `image/png`.
    public let mediaType: String
    /// How it was protected.
    public let mode: ImageEnvelope.Mode
    /// The text that it stood in.
    public let text: ImageText

    /// The most bytes of an image: what AES-GCM seals and a string can hold is more.
    public static let largestByteCount = 1 << 30

    /// Puts an image into a string.
    ///
    /// - Parameters:
    ///   - image: The image file, up to 1 GiB.
    ///   - text: The form of the text.
    ///   - mediaType: What the image is; nil tells it by content, and calls unknown bytes `application/octet-stream`.
    ///   - secret: What protects it. Without one the string is salted and checked, and **anyone can read it**.
    ///   - cost: What a passphrase costs to try; it does not matter for a key.
    /// - Returns: The string, different each time: its salt is random.
    /// - Throws: ``ImageError`` with code `.invalidOption` for an image that is too large, an invalid media type, or
    ///   a key of fewer than 16 bytes.
    public static func pack(
        _ image: borrowing some Bytes, as text: ImageText = .base64url, mediaType: String? = nil,
        protectedBy secret: ImageSecret? = nil, cost: Scrypt.Cost = .standard
    ) throws -> String {
        try pack(
            [UInt8](bytes: image), as: text, mediaType: mediaType, secret: secret, cost: cost,
            salt: SecureRandom.bytes(ImageEnvelope.saltByteCount))
    }

    /// As above, under a given salt: for test vectors.
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

    /// Takes an image out of a string.
    ///
    /// The form of the text is detected, and white space around it is ignored.
    ///
    /// - Parameters:
    ///   - text: The whole string.
    ///   - secret: What protects it; not used for a string that is not encrypted.
    ///   - limits: Maximum cost of scrypt that a string may demand.
    /// - Returns: The image, only after everything about it was checked.
    /// - Throws: ``ImageError`` with code `.wrongSecret` for a wrong secret, another sort of secret or none, `.tampered`
    ///   or `.truncated` for a string that was changed, `.malformed` for something else, `.costTooHigh`.
    public static func unpack(
        _ text: String, with secret: ImageSecret? = nil, limits: CostLimits = .reading
    ) throws -> SaltedImage {
        let (form, bytes) = try decode(text)
        let (envelope, image) = try ImageEnvelope.open(bytes, secret: secret, limits: limits)
        return SaltedImage(bytes: image, mediaType: envelope.mediaType, mode: envelope.mode, text: form)
    }

    /// Reads what a string says about itself, which needs no secret.
    ///
    /// - Parameter text: The whole string.
    /// - Returns: The header, and the form of the text.
    /// - Throws: As ``unpack(_:with:limits:)``, but for the secret.
    public static func header(of text: String) throws(ImageError) -> (envelope: ImageEnvelope, text: ImageText) {
        let (form, bytes) = try decode(text)
        return (try ImageEnvelope(parsing: bytes), form)
    }

    /// Whether a text begins as a salted string does.
    ///
    /// - Parameter text: The text, or its first hundred characters.
    /// - Returns: Whether it does.
    public static func recognizes(_ text: String) -> Bool { ImageText(recognizing: trimmed(text)) != nil }

    private static func decode(_ text: String) throws(ImageError) -> (ImageText, [UInt8]) {
        let text = trimmed(text)
        guard let form = ImageText(recognizing: text) else {
            throw ImageError(.malformed, at: 0, "the text is no salted string of arca")
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

    /// Z85 has groups of four bytes: up to three zero bytes behind the end that the header states fill the last one.
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
