internal import ArcaCodecs
internal import ArcaContainers
public import ArcaCore
public import ArcaCrypto
internal import ArcaOTP
public import ArcaVault

/// Items as a KeePass database (KDBX 4.0), which KeePass, KeePassXC and their relatives open.
///
/// Passwords, secret notes and protected fields are never in ordinary memory; attachments are, because they are compressed.
/// Memory holds one item at a time.
public enum ItemsKDBX {
    /// Attachments above this length are left out: other programs hold them in memory.
    private static let largestAttachment = 1 << 30

    /// Writes the items that match a query, encrypted.
    ///
    /// The key is derived from the passphrase by Argon2id with `Argon2KDF.Cost.standard`; the content is encrypted with
    /// AES-256-CBC and authenticated with HMAC-SHA-256.
    ///
    /// - Parameters:
    ///   - contents: The source of the items.
    ///   - query: The items to write.
    ///   - passphrase: The passphrase; secret, not empty.
    ///   - writer: Receives the file.
    /// - Returns: A description per item of what the format cannot hold: a class or kind, or a secret that is not UTF-8.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for an empty passphrase, `.tampered` if an attachment's
    ///   length differs from its item's; errors of `contents` and `writer`.
    public static func write<Contents: VaultContents, Writer: ByteWriter & ~Copyable>(
        _ contents: Contents, matching query: VaultQuery = .all, passphrase: SecretBytes, to writer: inout Writer
    ) throws -> [String] {
        guard !passphrase.isEmpty else { throw VaultError(.invalidArgument, "the passphrase is empty") }
        return try withUnsafeMutablePointer(to: &writer) { writer in
            try contents.withSnapshot { contents in
                let items = try contents.items(matching: query)
                var sealer = try KDBXSealer(passphrase: passphrase, into: writer)
                let key = try SecretBytes(randomByteCount: 64)
                try sealer.write([1] + 4.littleEndianBytes + KDBXStream.chaCha20.littleEndianBytes)
                try sealer.write([2] + key.count.littleEndianBytes)
                try sealer.write(key)
                var numbers: [[Int?]] = []
                var count = 0
                for item in items {
                    var own: [Int?] = []
                    for attachment in item.attachments {
                        let isWritten = attachment.byteCount <= largestAttachment
                        own.append(isWritten ? count : nil)
                        guard isWritten else { continue }
                        count += 1
                        try write(attachment, of: item, in: contents, to: sealer)
                    }
                    numbers.append(own)
                }
                try sealer.write([0] + 0.littleEndianBytes)
                var text = KDBXText(try KDBXStream(KDBXStream.chaCha20, key: key))
                let left = try write(items, numbers, contents, &text, to: &sealer)
                try text.drain(into: &sealer)
                try sealer.finish()
                return left
            }
        }
    }

    private static func write<Writer: ~Copyable>(
        _ attachment: VaultItem.Attachment, of item: VaultItem, in contents: some VaultContents,
        to sealer: KDBXSealer<Writer>
    ) throws {
        let byteCount = Int(attachment.byteCount)
        try sealer.write([3] + (byteCount + 1).littleEndianBytes + [1])
        let content = try contents.extract(
            attachment.name, of: item.name, to: ExactWriter(base: sealer, left: byteCount))
        guard content.left == 0 else { throw content.wrongLength }
    }

    private static func write(
        _ items: [VaultItem], _ numbers: [[Int?]], _ contents: some VaultContents, _ text: inout KDBXText,
        to sealer: inout some ByteWriter
    ) throws -> [String] {
        var left = [String?](repeating: nil, count: items.count)
        var tree = GroupTree<Int>()
        for (index, item) in items.enumerated() { tree.add(index, to: item.attributes.group) }
        func write(_ group: GroupTree<Int>, name: String, _ text: inout KDBXText) throws {
            try text.element("Group") { text in
                text.write("UUID", Base64.standard.encode(try SecureRandom.bytes(16)))
                text.write("Name", name)
                for index in group.items {
                    var entry = try KDBXEntry(items[index], contents)
                    for (attachment, number) in zip(items[index].attachments, numbers[index]) {
                        entry.attach(attachment.name, number: number)
                    }
                    try entry.write(to: &text)
                    if !entry.losses.isEmpty {
                        left[index] = "\(items[index].name.text): \(entry.losses.joined(separator: ", "))"
                    }
                    if text.byteCount >= 64 << 10 { try text.drain(into: &sealer) }
                }
                for (name, group) in group.groups { try write(group, name: name, &text) }
            }
        }
        try text.element("KeePassFile") { text in
            text.element("Meta") { $0.write("Generator", "Arca") }
            try text.element("Root") { try write(tree, name: "Root", &$0) }
        }
        return left.compactMap(\.self)
    }
}
