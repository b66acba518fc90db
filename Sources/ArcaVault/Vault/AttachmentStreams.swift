internal import ArcaCore
internal import ArcaContainers
internal import ArcaCrypto

/// The storage format of attachments: padded, encrypted as one stream, split into pieces.
///
/// Source: Documentation/VAULT-FORMAT.md, "Attachments".
enum AttachmentFormat {
    static let pieceByteCount = 1 << 20
    static let piecesPerTransaction = 16
    private static let label = Array("arca.vault.v1/attachment\0".utf8)

    /// The padded length of content by the Padmé scheme, which reveals the length to within 12 %.
    static func paddedByteCount(_ byteCount: UInt64) -> UInt64 {
        guard byteCount > 1024 else { return 1024 }
        let exponent = 63 - byteCount.leadingZeroBitCount
        let kept = Int.bitWidth - exponent.leadingZeroBitCount
        let step: UInt64 = 1 << (exponent - kept)
        return (byteCount + step - 1) / step * step
    }

    static func stream(
        key: SecretBytes, vault: [UInt8], attachment: UInt128
    ) throws -> ChunkedEncryption {
        do {
            return try ChunkedEncryption(
                key: SymmetricKey(key), context: label + vault + attachment.bigEndianBytes, suite: .aes256GCM)
        } catch {
            throw VaultError(.tampered, error.reason)
        }
    }
}

/// Reads content followed by the zeros that hide its length.
struct PaddingReader<Base: ByteReader & ~Copyable>: ByteReader, ~Copyable {
    typealias Failure = Base.Failure

    private var base: Base
    private(set) var byteCount: UInt64 = 0
    /// The number of zeros still to come; nil before the end of the content.
    private var zeroCount: UInt64?

    init(_ base: consuming Base) { self.base = base }

    mutating func read(into output: inout OutputSpan<UInt8>) throws(Base.Failure) {
        if zeroCount == nil {
            let before = output.count
            try base.read(into: &output)
            byteCount += UInt64(output.count - before)
            guard output.count == before, output.freeCapacity > 0 else { return }
            zeroCount = AttachmentFormat.paddedByteCount(byteCount) - byteCount
        }
        guard let rest = zeroCount else { return }
        let count = min(output.freeCapacity, Int(clamping: rest))
        output.append(repeating: 0, count: count)
        zeroCount = rest - UInt64(count)
    }
}

/// Writes the content without its padding, and verifies the padding.
struct UnpaddingWriter<Base: ByteWriter & ~Copyable>: ByteWriter, ~Copyable {
    typealias Failure = any Error

    private var base: Base
    private var contentLeft: UInt64
    private var paddingLeft: UInt64

    init(_ base: consuming Base, byteCount: UInt64) {
        self.base = base
        contentLeft = byteCount
        paddingLeft = AttachmentFormat.paddedByteCount(byteCount) - byteCount
    }

    var isComplete: Bool { contentLeft == 0 && paddingLeft == 0 }

    mutating func write(_ bytes: borrowing some Bytes) throws {
        try bytes.withBytes { bytes throws in
            let count = min(bytes.count, Int(clamping: contentLeft))
            if count > 0 { try base.write(bytes.extracting(..<count)) }
            contentLeft -= UInt64(count)
            let padding = bytes.extracting(count...)
            guard UInt64(padding.count) <= paddingLeft else {
                throw VaultError(.tampered, "an attachment is longer than its item says")
            }
            for index in padding.indices where padding[index] != 0 {
                throw VaultError(.tampered, "an attachment's padding is not empty")
            }
            paddingLeft -= UInt64(padding.count)
        }
    }

    consuming func takeBase() -> Base { base }
}

/// Splits an encrypted stream into pieces and flushes them in batches for one transaction.
struct PieceWriter: ByteWriter {
    typealias Failure = any Error

    private let flush: (_ pieces: [[UInt8]], _ number: Int) throws -> Void
    private(set) var pieces: [[UInt8]] = []
    private(set) var number = 0

    init(flush: @escaping (_ pieces: [[UInt8]], _ number: Int) throws -> Void) { self.flush = flush }

    mutating func write(_ bytes: borrowing some Bytes) throws {
        try bytes.withBytes { bytes in
            var rest = 0
            while rest < bytes.count {
                if pieces.last.map({ $0.count == AttachmentFormat.pieceByteCount }) ?? true {
                    if pieces.count == AttachmentFormat.piecesPerTransaction {
                        try flush(pieces, number)
                        number += pieces.count
                        pieces = []
                    }
                    pieces.append([])
                    pieces[pieces.count - 1].reserveCapacity(AttachmentFormat.pieceByteCount)
                }
                let last = pieces.count - 1
                let count = min(bytes.count - rest, AttachmentFormat.pieceByteCount - pieces[last].count)
                pieces[last].append(contentsOf: bytes.extracting(rest..<rest + count))
                rest += count
            }
        }
    }
}

struct PieceReader: ByteReader {
    typealias Failure = any Error

    private let next: (_ number: Int) throws -> [UInt8]?
    private var piece: [UInt8] = []
    private var offset = 0
    private var number = 0
    private var isAtEnd = false

    init(next: @escaping (_ number: Int) throws -> [UInt8]?) { self.next = next }

    mutating func read(into output: inout OutputSpan<UInt8>) throws {
        if offset == piece.count, !isAtEnd {
            // All pieces except the last are full: each stream has exactly one form.
            let wasFull = number == 0 || piece.count == AttachmentFormat.pieceByteCount
            guard let found = try next(number) else { return isAtEnd = true }
            guard wasFull else { throw VaultError(.tampered, "an attachment has a piece too many") }
            (piece, offset, number) = (found, 0, number + 1)
        }
        let count = min(output.freeCapacity, piece.count - offset)
        output.append(contentsOf: piece.span.extracting(offset..<offset + count))
        offset += count
    }
}

struct NewAttachment {
    let identifier: [UInt8]
    let key: SecretBytes
    var number: UInt128 { identifier.bigEndianNumber() }

    init() throws {
        identifier = try SecureRandom.bytes(16)
        key = try SecretBytes(randomByteCount: 32)
    }

    /// Encrypts content; returns its length and the pieces not given to `flush`.
    func seal<Input: ByteReader & ~Copyable>(
        _ input: consuming Input, for vault: [UInt8],
        flush: @escaping (_ pieces: [[UInt8]], _ number: Int) throws -> Void
    ) throws -> (byteCount: UInt64, last: PieceWriter) {
        var padded = PaddingReader(input)
        var pieces = PieceWriter(flush: flush)
        try AttachmentFormat.stream(key: key, vault: vault, attachment: number).seal(&padded, into: &pieces)
        return (padded.byteCount, pieces)
    }

    func attachment(
        _ name: String, _ mediaType: String, _ byteCount: UInt64, at time: Vault.Timestamp
    ) -> VaultItem.Attachment {
        VaultItem.Attachment(
            identifier: identifier, name: name, mediaType: mediaType, byteCount: byteCount, created: time)
    }
}

extension VaultItem.Attachment {
    /// Decrypts the content; `piece` returns the encrypted pieces by number.
    func open<Output: ByteWriter & ~Copyable>(
        _ key: SecretBytes, of vault: [UInt8], to output: consuming Output,
        piece: @escaping (_ index: Int, _ attachment: UInt128) throws -> [UInt8]?
    ) throws -> Output {
        let number: UInt128 = identifier.bigEndianNumber()
        var pieces = PieceReader { index in try piece(index, number) }
        var unpadded = UnpaddingWriter(output, byteCount: byteCount)
        do {
            try AttachmentFormat.stream(key: key, vault: vault, attachment: number).open(&pieces, into: &unpadded)
        } catch let error as ContainerError {
            throw VaultError(.tampered, at: error.offset, "the attachment \(name) was changed: \(error.reason)")
        }
        guard unpadded.isComplete else {
            throw VaultError(.tampered, "the attachment \(name) is shorter than its item says")
        }
        return unpadded.takeBase()
    }
}
