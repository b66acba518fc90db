public import ArcaCore
public import ArcaCrypto

/// What protects a salted string: a passphrase, or a key.
public enum ImageSecret: Sendable {
    /// A passphrase; a key is derived from it by scrypt, under the string's salt.
    case passphrase(SecretBytes)
    /// A key of 16 bytes or more, secret and uniformly random; the string's own key is derived from it by HKDF.
    case key(SymmetricKey)
}

/// The bytes behind a salted string: an image with its media type and length, under a salt of its own.
///
/// Without a secret the image is salted and checked, and **not encrypted**: the salt only makes equal images differ.
/// With one it is encrypted by AES-256-GCM under a key that commits to the secret, so that no file opens under two.
///
///     header = "arcaimg" ‖ u8 1 ‖ u8 mode ‖ u8 log2N ‖ u8 r ‖ u8 p ‖ salt[16] ‖ u64 length ‖ u8 m ‖ media type[m]
///     mode 0: header ‖ check[4] ‖ data ‖ SHA-256(header ‖ data)
///     modes 1 (passphrase) and 2 (key): header ‖ commitment[32] ‖ check[4] ‖ AES-256-GCM(data)
///
/// `check` is the beginning of SHA-256 of all before it and finds damage of the header, so that damage (`.tampered`) and
/// a wrong secret (`.wrongSecret`) are told apart: an attacker can pass it and meets the tag behind it.
///
/// Source: our own; Documentation/IMAGE-FORMAT.md has it whole.
public struct ImageEnvelope: Sendable, Hashable {
    /// How the image is protected.
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
    /// Everything of a header but its media type.
    static let fixedByteCount = 37

    /// How the image is protected.
    public let mode: Mode
    /// What scrypt costs, in a string under a passphrase.
    public let cost: Scrypt.Cost?
    /// 16 random bytes, not secret, new for every string.
    public let salt: [UInt8]
    /// Length of the image in bytes.
    public let byteCount: Int
    /// What the image is, in printable ASCII: `image/png`.
    public let mediaType: String

    /// The header as it stands in the bytes.
    let header: [UInt8]
    /// Where the commitment, the check and the body begin.
    var bodyStart: Int {
        header.count + (mode == .salted ? 0 : ImageEnvelope.commitmentByteCount) + ImageEnvelope.checkByteCount
    }
    /// What follows the data.
    private var endByteCount: Int {
        mode == .salted ? ImageEnvelope.digestByteCount : ImageEnvelope.tagByteCount
    }
    /// The whole envelope's length.
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

    /// Reads the header of an envelope and checks that nothing of it is damaged; needs no secret.
    ///
    /// - Parameter bytes: The whole envelope.
    /// - Throws: ``ImageError`` with code `.malformed` for bytes that are no envelope, `.tampered` for a damaged header,
    ///   `.truncated`, `.unsupported` for a later version.
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
        // Before any field is looked at: what an accident has changed is called damage, whatever it now says.
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
            // One wrong byte is damage: nothing else begins so.
            throw fitting >= magic.count - 1
                ? ImageError(.tampered, at: 0, "the first bytes of the string are damaged")
                : ImageError(.malformed, at: 0, "the bytes are no salted string: they do not begin with arcaimg")
        }
        guard bytes.count >= fixedByteCount else {
            throw ImageError(.truncated, at: bytes.count, "the string ends in its header")
        }
    }

    /// Type and subtype of RFC 6838 and nothing else: no parameter, no path, nothing that a terminal acts on.
    static func isMediaType(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count == 2 && text.utf8.count <= 127
            && parts.allSatisfy { part in
                part.first.map(isNameStart) ?? false
                    && part.allSatisfy { isNameStart($0) || "!#$&-^_.+".utf8.contains($0) }
            }
    }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte) || (0x41...0x5a).contains(byte)
    }
}

/// SHA-256 of bytes that lie in pieces.
func sha256(_ pieces: ArraySlice<UInt8>...) -> [UInt8] {
    var hasher = SHA256()
    for piece in pieces { hasher.update(piece) }
    return hasher.finalize().bytes
}
