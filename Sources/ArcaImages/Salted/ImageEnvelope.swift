public import ArcaCore
public import ArcaCrypto

/// The secret that protects a salted string.
public enum ImageSecret: Sendable {
    /// A passphrase, from which scrypt derives a key with the string's salt.
    case passphrase(SecretBytes)
    /// A key of at least 16 bytes, secret and uniformly random, from which HKDF derives the string's key.
    case key(SymmetricKey)
}

/// The binary form of a salted string: an image, its media type and length, and a random salt.
///
/// Without a secret the image is salted and checked, but **not encrypted**: the salt only makes equal images differ.
/// With a secret it is encrypted with AES-256-GCM. The key commits to the secret, so no file decrypts under two
/// secrets.
///
///     header = "arcaimg" ‖ u8 1 ‖ u8 mode ‖ u8 log2N ‖ u8 r ‖ u8 p ‖ salt[16] ‖ u64 length ‖ u8 m ‖ media type[m]
///     mode 0: header ‖ check[4] ‖ data ‖ SHA-256(header ‖ data)
///     modes 1 (passphrase) and 2 (key): header ‖ commitment[32] ‖ check[4] ‖ AES-256-GCM(data)
///
/// `check` is a prefix of the SHA-256 of everything before it. It detects accidental damage to the header, so damage
/// (`.tampered`) can be distinguished from a wrong secret (`.wrongSecret`). It does not stop an attacker; the GCM tag
/// does.
///
/// Source: our own; specified in Documentation/IMAGE-FORMAT.md.
public struct ImageEnvelope: Sendable, Hashable {
    /// The protection of the image.
    public enum Mode: UInt8, Sendable, Hashable {
        /// Salted and checked; anyone can read it.
        case salted = 0
        /// Encrypted under a passphrase.
        case passphrase = 1
        /// Encrypted under a key.
        case key = 2
    }

    static let magic = Array("arcaimg".utf8)
    static let version: UInt8 = 1
    static let saltByteCount = 16
    static let checkByteCount = 4
    static let commitmentByteCount = 32
    static let tagByteCount = 16
    static let digestByteCount = 32
    static let keyByteCount = 32
    static let nonceByteCount = 12
    /// The size of the header without the media type.
    static let fixedByteCount = 37

    /// The protection of the image.
    public let mode: Mode
    /// The scrypt cost of a string protected by a passphrase, otherwise nil.
    public let cost: Scrypt.Cost?
    /// 16 random bytes, not secret, unique for every string.
    public let salt: [UInt8]
    /// The size of the image in bytes.
    public let byteCount: Int
    /// The media type, in printable ASCII: `image/png`.
    public let mediaType: String

    let header: [UInt8]
    var bodyStart: Int {
        header.count + (mode == .salted ? 0 : ImageEnvelope.commitmentByteCount) + ImageEnvelope.checkByteCount
    }
    private var endByteCount: Int {
        mode == .salted ? ImageEnvelope.digestByteCount : ImageEnvelope.tagByteCount
    }
    var totalByteCount: Int { bodyStart + byteCount + endByteCount }

    init(mode: Mode, cost: Scrypt.Cost?, salt: [UInt8], byteCount: Int, mediaType: String) {
        self.mode = mode
        self.cost = cost
        self.salt = salt
        self.byteCount = byteCount
        self.mediaType = mediaType
        let costs: [UInt8] = cost.map { [UInt8($0.logN), UInt8($0.r), UInt8($0.p)] } ?? [0, 0, 0]
        var header = ImageEnvelope.magic
        header += [ImageEnvelope.version, mode.rawValue]
        header += costs
        header += salt
        for place in 0..<8 { header.append(UInt8(truncatingIfNeeded: byteCount >> (56 - 8 * place))) }
        header.append(UInt8(mediaType.utf8.count))
        header += Array(mediaType.utf8)
        self.header = header
    }

    /// Parses and checks the header of an envelope, which needs no secret.
    ///
    /// - Throws: ``ImageError`` with code `.malformed` for bytes that are not an envelope, `.tampered` for a damaged
    ///   header, `.truncated`, `.unsupported` for a newer version.
    public init(of bytes: borrowing some Bytes) throws(ImageError) { try self.init(parsing: [UInt8](bytes: bytes)) }

    init(parsing bytes: [UInt8]) throws(ImageError) {
        try ImageEnvelope.checkMagic(bytes)
        let mediaTypeByteCount = Int(bytes[ImageEnvelope.fixedByteCount - 1])
        let headerByteCount = ImageEnvelope.fixedByteCount + mediaTypeByteCount
        let mode = Mode(rawValue: bytes[8])
        let checkStart = headerByteCount + (mode == .salted ? 0 : ImageEnvelope.commitmentByteCount)
        guard checkStart + ImageEnvelope.checkByteCount <= bytes.count else {
            throw ImageError(.truncated, at: bytes.count, "the string ends in its header")
        }
        // Checked before any field, so accidental damage is always reported as damage.
        let check = sha256(bytes[..<checkStart]).prefix(ImageEnvelope.checkByteCount)
        guard bytes[checkStart...].starts(with: check) else {
            throw ImageError(.tampered, at: 0, "the header is damaged, or of a later version of arca")
        }
        guard bytes[7] == ImageEnvelope.version, let mode else {
            throw ImageError(.unsupported, at: 7, "version \(bytes[7]), mode \(bytes[8]): written by a newer arca")
        }
        let length = (28..<36).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[$1]) }
        guard length <= UInt64(Int.max / 2) else {
            throw ImageError(.malformed, at: 28, "no image has \(length) bytes")
        }
        let mediaType = String(decoding: bytes[ImageEnvelope.fixedByteCount..<headerByteCount], as: UTF8.self)
        guard ImageEnvelope.isMediaType(mediaType) else {
            throw ImageError(.malformed, at: ImageEnvelope.fixedByteCount, "the media type is invalid")
        }
        var cost: Scrypt.Cost?
        if mode == .passphrase {
            do {
                cost = try Scrypt.Cost(logN: Int(bytes[9]), r: Int(bytes[10]), p: Int(bytes[11]))
            } catch {
                throw ImageError(.malformed, at: 9, error.reason)
            }
        } else if bytes[9] | bytes[10] | bytes[11] != 0 {
            throw ImageError(.malformed, at: 9, "a string without passphrase states a cost of scrypt")
        }
        self.init(
            mode: mode, cost: cost, salt: Array(bytes[12..<28]), byteCount: Int(length), mediaType: mediaType)
        guard bytes.count == totalByteCount else {
            throw bytes.count < totalByteCount
                ? ImageError(
                    .truncated, at: bytes.count, "the string ends \(totalByteCount - bytes.count) bytes too early")
                : ImageError(.tampered, at: totalByteCount, "something follows the end of the string")
        }
    }

    private static func checkMagic(_ bytes: [UInt8]) throws(ImageError) {
        let beginning = min(magic.count, bytes.count)
        let fitting = (0..<beginning).count { bytes[$0] == magic[$0] }
        guard fitting == beginning else {
            // One wrong byte counts as damage, because no other format begins like this.
            throw fitting >= magic.count - 1
                ? ImageError(.tampered, at: 0, "the first bytes of the string are damaged")
                : ImageError(.malformed, at: 0, "not a salted string: the bytes do not begin with arcaimg")
        }
        guard bytes.count >= fixedByteCount else {
            throw ImageError(.truncated, at: bytes.count, "the string ends in its header")
        }
    }

    /// Whether text is a type and subtype by RFC 6838: no parameters, no paths, no control characters.
    static func isMediaType(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: .slash, omittingEmptySubsequences: false)
        return parts.count == 2 && text.utf8.count <= 127
            && parts.allSatisfy { part in
                part.first.map(isNameStart) ?? false
                    && part.allSatisfy { isNameStart($0) || "!#$&-^_.+".utf8.contains($0) }
            }
    }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        byte.isDigit || byte.isLowercase || byte.isUppercase
    }
}

func sha256(_ pieces: ArraySlice<UInt8>...) -> [UInt8] {
    var hasher = SHA256()
    for piece in pieces { hasher.update(piece) }
    return hasher.finalize().bytes
}
