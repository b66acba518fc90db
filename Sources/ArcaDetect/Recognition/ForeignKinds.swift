internal import ArcaCodecCatalog
public import ArcaCore

/// The recognized kind of data.
public struct Recognition: Sendable, Hashable {
    /// The machine-readable name: `png`, `text`, `json`, `binary`.
    public let identifier: String
    /// The human-readable name: `PNG image`, `UTF-8 text, English`.
    public let name: String
    /// Whether it is displayable text.
    public let isText: Bool
    /// The number of bits that this kind determines: a chance match would have to guess them.
    public let evidenceBits: Int

    /// Creates a recognition.
    public init(_ identifier: String, _ name: String, isText: Bool = false, evidenceBits: Int = 0) {
        self.identifier = identifier
        self.name = name
        self.isText = isText
        self.evidenceBits = evidenceBits
    }

    /// The command of another program that opens the data, such as `unzstd`; nil if there is none or Arca opens it.
    public var opener: String? {
        if let codec = Codec.decompressing(identifier) {
            // Some need a library, which may not be installed.
            return (try? codec.makeStream(.decoding)) == nil ? codec.name : nil
        }
        return switch identifier {
        case "zstd": "unzstd"
        case "lz4": "unlz4"
        case "7z": "7z x"
        case "rar": "unrar x"
        case "zip": "unzip"
        case "tar": "tar -xf"
        case "deb": "dpkg-deb -R"
        case "ar": "ar x"
        case "jks": "keytool -importkeystore -destkeystore FILE.p12 -deststoretype PKCS12 -srckeystore"
        case "jceks":
            "keytool -importkeystore -destkeystore FILE.p12 -deststoretype PKCS12 -srcstoretype JCEKS -srckeystore"
        default: nil
        }
    }

    /// Whether data of this binary format may consist of visible characters only.
    var mayBeText: Bool { ["pdf", "postscript", "ar", "deb"].contains(identifier) }

    package static let unrecognized = Recognition("binary", "binary data of no known form")
    /// Empty data.
    public static let empty = Recognition("empty", "nothing")
}

/// Recognizes formats of other programs by their magic numbers.
///
/// Sources: the formats' specifications, as far as they are public. Formats with a short magic number are checked
/// further.
public enum ForeignKinds {
    private struct Magic {
        let identifier: String
        let name: String
        let parts: [(offset: Int, bytes: [UInt8])]
        var isText = false

        init(_ identifier: String, _ name: String, _ text: StaticString, at offset: Int = 0, isText: Bool = false) {
            self.init(
                identifier, name,
                [(offset, Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)))])
            self.isText = isText
        }

        init(_ identifier: String, _ name: String, _ bytes: [UInt8]) { self.init(identifier, name, [(0, bytes)]) }

        init(_ identifier: String, _ name: String, _ parts: [(Int, [UInt8])]) {
            self.identifier = identifier
            self.name = name
            self.parts = parts.map { (offset: $0.0, bytes: $0.1) }
        }

        func fits(_ bytes: Span<UInt8>) -> Bool {
            parts.allSatisfy { part in
                guard bytes.count >= part.offset + part.bytes.count else { return false }
                return part.bytes.indices.allSatisfy { bytes[part.offset + $0] == part.bytes[$0] }
            }
        }

        var recognition: Recognition {
            let count = parts.reduce(0) { $0 + $1.bytes.count }
            return Recognition(identifier, name, isText: isText, evidenceBits: 8 * count)
        }
    }

    /// Recognizes data by its magic number.
    ///
    /// - Returns: The kind, or nil if no magic number matches.
    public static func recognize(_ bytes: borrowing some Bytes) -> Recognition? {
        bytes.withBytes { look(at: $0) }
    }

    static func look(at bytes: Span<UInt8>) -> Recognition? {
        if let magic = table.first(where: { $0.fits(bytes) }) { return magic.recognition }
        for look in checked { if let recognition = look(bytes) { return recognition } }
        return nil
    }

    private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static let table: [Magic] = [
        Magic("png", "PNG image", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
        Magic("gif", "GIF image", "GIF89a"), Magic("gif", "GIF image", "GIF87a"),
        Magic("webp", "WebP image", [(0, ascii("RIFF")), (8, ascii("WEBP"))]),
        Magic("wav", "WAV audio", [(0, ascii("RIFF")), (8, ascii("WAVE"))]),
        Magic("avi", "AVI video", [(0, ascii("RIFF")), (8, ascii("AVI "))]),
        Magic("heic", "HEIF image", "ftypheic", at: 4), Magic("heic", "HEIF image", "ftypmif1", at: 4),
        Magic("avif", "AVIF image", "ftypavif", at: 4),
        Magic("mp4", "MP4 media", "ftyp", at: 4),
        Magic("tiff", "TIFF image", [0x49, 0x49, 0x2a, 0x00]), Magic("tiff", "TIFF image", [0x4d, 0x4d, 0x00, 0x2a]),
        Magic("psd", "Photoshop image", "8BPS"),
        Magic("jpeg2000", "JPEG 2000 image", [0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20]),
        Magic("ogg", "Ogg media", [0x4f, 0x67, 0x67, 0x53, 0x00]), Magic("flac", "FLAC audio", "fLaC"),
        Magic("matroska", "Matroska or WebM media", [0x1a, 0x45, 0xdf, 0xa3]),
        Magic("midi", "MIDI file", [0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6]),
        Magic("pdf", "PDF document", "%PDF-"), Magic("postscript", "PostScript document", "%!PS"),
        Magic("rtf", "RTF document", "{\\rtf", isText: true),
        Magic("ole", "OLE compound document", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
        Magic("zip", "empty ZIP archive", [0x50, 0x4b, 0x05, 0x06]),
        Magic("7z", "7z archive", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]),
        Magic("rar", "RAR archive", [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]),
        Magic("tar", "tar archive", "ustar", at: 257),
        Magic("xz", "xz data", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]),
        Magic("bzip2", "bzip2 data", [(0, ascii("BZh")), (4, [0x31, 0x41, 0x59, 0x26, 0x53, 0x59])]),
        Magic("zstd", "Zstandard data", [0x28, 0xb5, 0x2f, 0xfd]), Magic("lz4", "LZ4 data", [0x04, 0x22, 0x4d, 0x18]),
        Magic("deb", "Debian package", "!<arch>\ndebian-binary"), Magic("ar", "ar archive", "!<arch>\n"),
        Magic("rpm", "RPM package", [0xed, 0xab, 0xee, 0xdb]),
        Magic("macho", "Mach-O executable", [0xcf, 0xfa, 0xed, 0xfe]),
        Magic("java", "Java class", [0xca, 0xfe, 0xba, 0xbe, 0x00, 0x00, 0x00]),
        Magic("wasm", "WebAssembly module", [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]),
        Magic("jks", "Java key store (JKS)", [0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 1]),
        Magic("jks", "Java key store (JKS)", [0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 2]),
        Magic("jceks", "Java key store (JCEKS)", [0xce, 0xce, 0xce, 0xce, 0, 0, 0, 1]),
        Magic("jceks", "Java key store (JCEKS)", [0xce, 0xce, 0xce, 0xce, 0, 0, 0, 2]),
        Magic("sqlite", "SQLite database", "SQLite format 3\0"),
        Magic("bplist", "binary property list", "bplist00"),
        Magic("parquet", "Parquet table", [0x50, 0x41, 0x52, 0x31, 0x15]),
        Magic("woff", "WOFF font", [0x77, 0x4f, 0x46, 0x46, 0x00, 0x01]), Magic("woff2", "WOFF2 font", "wOF2"),
        Magic("truetype", "TrueType font", [0x00, 0x01, 0x00, 0x00, 0x00]),
        Magic("opentype", "OpenType font", "OTTO\0"),
        Magic("age", "file encrypted by age", "age-encryption.org/v1\n"),
        Magic("openssl", "file encrypted by openssl enc", "Salted__"),
        Magic("aescrypt", "file encrypted by AES Crypt", [0x41, 0x45, 0x53, 0x02, 0x00]),
        Magic("kdbx", "KeePass database", [0x03, 0xd9, 0xa2, 0x9a, 0x67, 0xfb, 0x4b, 0xb5]),
        Magic("kdbx", "KeePass database", [0x03, 0xd9, 0xa2, 0x9a, 0x66, 0xfb, 0x4b, 0xb5]),
        Magic("kdb", "KeePass 1 database", [0x03, 0xd9, 0xa2, 0x9a, 0x65, 0xfb, 0x4b, 0xb5]),
        Magic("luks", "LUKS encrypted disk", [0x4c, 0x55, 0x4b, 0x53, 0xba, 0xbe]),
        Magic("ansible-vault", "Ansible vault", "$ANSIBLE_VAULT;", isText: true),
        Magic("openssh-key", "OpenSSH private key", "openssh-key-v1\0"),
        Magic("ssh-public-key", "SSH public key blob", [0, 0, 0, 7, 0x73, 0x73, 0x68, 0x2d, 0x72, 0x73, 0x61]),
        Magic("ssh-public-key", "SSH public key blob", [0, 0, 0, 11, 0x73, 0x73, 0x68, 0x2d, 0x65, 0x64]),
    ]

    /// Kinds that need further checks because their magic number is short.
    private static let checked: [@Sendable (Span<UInt8>) -> Recognition?] = [
        zip, elf, jpeg, mp3, bitmap, icon, gzip, windows, DERShape.recognize,
    ]

    private static func zip(_ bytes: Span<UInt8>) -> Recognition? {
        guard bytes.count >= 10, number(bytes, 0) == 0x0403_4b50 else { return nil }
        let isUsual = bytes[4] < 64 && (bytes[8] == 0 || bytes[8] == 8) && bytes[9] == 0
        return Recognition("zip", "ZIP archive", evidenceBits: isUsual ? 50 : 32)
    }

    private static func elf(_ bytes: Span<UInt8>) -> Recognition? {
        guard bytes.count >= 16, number(bytes, 0) == 0x464c_457f, (1...2).contains(bytes[4]),
            (1...2).contains(bytes[5]),
            bytes[6] == 1
        else { return nil }
        let zeros = (9..<16).count(where: { bytes[$0] == 0 })
        return Recognition("elf", "ELF executable", evidenceBits: 54 + 8 * zeros)
    }

    private static func jpeg(_ bytes: Span<UInt8>) -> Recognition? {
        guard bytes.count >= 4, bytes[0] == 0xff, bytes[1] == 0xd8, bytes[2] == 0xff, bytes[3] >= 0xc0 else {
            return nil
        }
        let isNamed =
            bytes.count >= 10 && (bytes[6] == 0x4a && bytes[7] == 0x46 || bytes[6] == 0x45 && bytes[7] == 0x78)
        return Recognition("jpeg", "JPEG image", evidenceBits: isNamed ? 58 : 26)
    }

    private static func mp3(_ bytes: Span<UInt8>) -> Recognition? {
        guard bytes.count >= 10, bytes[0] == 0x49, bytes[1] == 0x44, bytes[2] == 0x33, (2...4).contains(bytes[3]),
            bytes[6] < 0x80, bytes[7] < 0x80, bytes[8] < 0x80, bytes[9] < 0x80
        else { return nil }
        return Recognition("mp3", "MP3 audio", evidenceBits: 34)
    }

    private static func bitmap(_ bytes: Span<UInt8>) -> Recognition? {
        guard bytes.count >= 26, bytes[0] == 0x42, bytes[1] == 0x4d, number(bytes, 2) == bytes.count,
            number(bytes, 6) == 0
        else { return nil }
        return Recognition("bmp", "BMP image", evidenceBits: 80)
    }

    private static func icon(_ bytes: Span<UInt8>) -> Recognition? {
        guard bytes.count >= 22, bytes[0] == 0, bytes[1] == 0, bytes[2] == 1, bytes[3] == 0,
            (1...32).contains(bytes[4]),
            bytes[5] == 0, bytes[9] == 0, number(bytes, 18) == 6 + 16 * Int(bytes[4])
        else { return nil }
        return Recognition("ico", "Windows icon", evidenceBits: 70)
    }

    private static func gzip(_ bytes: Span<UInt8>) -> Recognition? {
        guard bytes.count >= 18, bytes[0] == 0x1f, bytes[1] == 0x8b, bytes[2] == 8, bytes[3] < 32 else { return nil }
        return Recognition("gzip", "gzip data", evidenceBits: 27)
    }

    private static func windows(_ bytes: Span<UInt8>) -> Recognition? {
        guard bytes.count >= 64, bytes[0] == 0x4d, bytes[1] == 0x5a else { return nil }
        let place = number(bytes, 60)
        guard place <= bytes.count - 4, bytes[place] == 0x50, bytes[place + 1] == 0x45, number(bytes, place) == 0x4550
        else { return nil }
        return Recognition("pe", "Windows executable", evidenceBits: 60)
    }

    /// A 32-bit little-endian integer.
    private static func number(_ bytes: Span<UInt8>, _ offset: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
}
