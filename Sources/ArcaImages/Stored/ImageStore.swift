internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
public import ArcaSystem

/// A folder of images stored as salted strings, with an index.
///
/// ```swift
/// let store = ImageStore("photos", secret: .key(key))
/// try store.add(photo, named: "beach.jpg")
/// try store.entries()                      // name, kind, size in pixels
/// try store.image(named: "beach.jpg").bytes
/// ```
///
/// Each image is a separate file with a random name. The index is also a salted string, under the same secret, so names
/// and dimensions are encrypted as well. It contains the SHA-256 of each image, and with a secret all files must be
/// encrypted. This detects files that were swapped or added by someone else. A rollback of the whole folder to an older
/// state is not detected.
///
/// Writers in different processes take turns, and files are written atomically. Without a secret, anyone with access to
/// the folder can read and change everything.
public struct ImageStore: Sendable {
    /// An image in the index.
    public struct Entry: Sendable, Hashable {
        /// The name given by the caller, unique in the folder.
        public let name: String
        /// The name of the file in the folder.
        public let file: String
        /// The media type.
        public let mediaType: String
        /// The size of the image in bytes.
        public let byteCount: Int
        /// Width in pixels, or nil if it is unknown.
        public let width: Int?
        /// Height in pixels, or nil if it is unknown.
        public let height: Int?
        /// SHA-256 of the image, 32 bytes, or nil if it was added before the index had digests.
        public let digest: [UInt8]?
    }

    private static let indexName = "index.arcaimg"
    private static let fileEnding = ".arcaimg"
    private static let fileNameByteCount = 16
    private static let lockName = ".lock"
    private static let schema = 1
    private static let largestIndex = 64 << 20
    /// A text is at most twice the size of its bytes, plus a small overhead.
    private static let largestText = 2 * SaltedImage.largestByteCount + (64 << 10)

    /// The folder with the images.
    public let folder: BytePath
    private let secret: ImageSecret?
    private let cost: Scrypt.Cost

    /// Creates a store for a folder, which is created when the first image is added.
    ///
    /// The secret protects images and index. The scrypt cost of a passphrase is paid once for each file.
    public init(_ folder: BytePath, secret: ImageSecret? = nil, cost: Scrypt.Cost = .standard) {
        self.folder = folder
        self.secret = secret
        self.cost = cost
    }

    /// Lists all entries, sorted by name; none if the folder does not exist.
    ///
    /// - Throws: The errors of ``SaltedImage/unpack(_:with:limits:)`` for the index, `.tampered` if a secret was given
    ///   and the index is not encrypted, or a `SystemError`.
    public func entries() throws -> [Entry] {
        guard let text = try indexText() else { return [] }
        return try ImageStore.read(try open(text, ImageStore.indexName).bytes)
    }

    /// Returns the protection of the index without a secret, unauthenticated; nil if the folder does not exist.
    ///
    /// - Throws: The errors of ``SaltedImage/header(of:)`` for the index, or a `SystemError`.
    public func mode() throws -> ImageEnvelope.Mode? {
        try indexText().map { text throws(ImageError) in try SaltedImage.header(of: text).envelope.mode }
    }

    /// Decodes a file of the folder; with a secret, an unencrypted file is rejected, because anyone can create one.
    private func open(_ text: String, _ name: String) throws -> SaltedImage {
        let image = try SaltedImage.unpack(text, with: secret)
        guard secret == nil || image.mode != .salted else {
            throw ImageError(
                .tampered, "\(name) is not encrypted: the folder has no secret, or somebody has put the file there")
        }
        return image
    }

    private func indexText() throws(SystemError) -> String? {
        do {
            var reader = try FileReader(folder.appending(BytePath(ImageStore.indexName)))
            return String(decoding: try reader.readAll(limit: ImageStore.largestIndex), as: UTF8.self)
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }

    /// Adds an image.
    ///
    /// - Parameters:
    ///   - image: The image file.
    ///   - name: The name, which must be new unless `isReplacing` is true.
    ///   - isReplacing: Whether to replace an image with the same name.
    /// - Throws: ``ImageError`` with code `.invalidOption` for an empty name or one in use, or a `SystemError`.
    public func add(_ image: borrowing some Bytes, named name: String, isReplacing: Bool = false) throws {
        let bytes = [UInt8](bytes: image)
        guard !name.isEmpty else { throw ImageError(.invalidOption, "an image in a folder needs a name") }
        try Folder.create(folder)
        try LockedFile.whileLocked(folder.appending(BytePath(ImageStore.lockName))) {
            var all = try entries()
            let old = all.first { $0.name == name }
            guard old == nil || isReplacing else {
                throw ImageError(.invalidOption, "there is an image named \(name) already")
            }
            let info = try? ImageInfo(of: bytes)
            let file =
                Base16.standard.encode(try SecureRandom.bytes(ImageStore.fileNameByteCount)) + ImageStore.fileEnding
            let type = info?.kind.mediaType ?? "application/octet-stream"
            try write(try SaltedImage.pack(bytes, mediaType: type, protectedBy: secret, cost: cost), to: file)
            all.removeAll { $0.name == name }
            all.append(
                Entry(
                    name: name, file: file, mediaType: type, byteCount: bytes.count, width: info?.width,
                    height: info?.height, digest: sha256(bytes[...])))
            // Writes the image before the index refers to it, and removes the old file after the index no longer does.
            try writeIndex(all)
            if let old { try? Folder.removeFile(folder.appending(BytePath(old.file))) }
        }
    }

    /// Reads an image.
    ///
    /// - Returns: The image, after complete verification.
    /// - Throws: ``ImageError`` with code `.notFound`; `.tampered`, also for a swapped file, or an unencrypted file if
    ///   a secret was given; or as ``SaltedImage/unpack(_:with:limits:)``.
    public func image(named name: String) throws -> SaltedImage {
        var entry = try entry(in: entries(), named: name)
        while true {
            do {
                return try image(of: entry)
            } catch let error as SystemError where error.code == .notFound {
                // Another process may have replaced the image after the index was read; the index then has another file
                // name.
                let newer = try self.entry(in: entries(), named: name)
                guard newer.file != entry.file else { throw error }
                entry = newer
            }
        }
    }

    private func image(of entry: Entry) throws -> SaltedImage {
        var reader = try FileReader(folder.appending(BytePath(entry.file)))
        let text = String(decoding: try reader.readAll(limit: ImageStore.largestText), as: UTF8.self)
        let image = try open(text, entry.file)
        // Other files of the folder decrypt under the same secret, so the digest must match.
        guard entry.digest == nil || entry.digest == sha256(image.bytes[...]) else {
            throw ImageError(.tampered, "\(entry.file) holds another image than the index says")
        }
        return image
    }

    /// Removes an image.
    ///
    /// - Throws: ``ImageError`` with code `.notFound`, or a `SystemError`.
    public func remove(_ name: String) throws {
        try LockedFile.whileLocked(folder.appending(BytePath(ImageStore.lockName))) {
            let all = try entries()
            let removed = try entry(in: all, named: name)
            try writeIndex(all.filter { $0.name != name })
            try Folder.removeFile(folder.appending(BytePath(removed.file)))
        }
    }

    private func entry(in all: [Entry], named name: String) throws(ImageError) -> Entry {
        guard let entry = all.first(where: { $0.name == name }) else {
            throw ImageError(.notFound, "there is no image named \(name)")
        }
        return entry
    }

    private func write(_ text: String, to name: String) throws {
        var file = try AtomicFile(folder.appending(BytePath(name)), secret: true)
        try file.write((text + "\n").utf8)
        try file.commit()
    }

    private func writeIndex(_ entries: [Entry]) throws {
        let values = entries.sorted { $0.name < $1.name }.map { entry -> JSONValue in
            var object = JSONObject()
            object["name"] = .string(entry.name)
            object["file"] = .string(entry.file)
            object["mediaType"] = .string(entry.mediaType)
            object["byteCount"] = .integer(entry.byteCount)
            object["width"] = entry.width.map { .integer($0) } ?? .null
            object["height"] = entry.height.map { .integer($0) } ?? .null
            if let digest = entry.digest { object["sha256"] = .string(Base16.standard.encode(digest)) }
            return .object(object)
        }
        let json: JSONValue = ["schema": .integer(ImageStore.schema), "images": .array(values)]
        let text = try SaltedImage.pack(
            Array(json.text().utf8), mediaType: "application/json", protectedBy: secret, cost: cost)
        try write(text, to: ImageStore.indexName)
    }

    private static func read(_ bytes: [UInt8]) throws -> [Entry] {
        do throws(CodecError) {
            let root = JSONField(try JSONReader.read(bytes))
            try root.allowOnly(["schema", "images"])
            guard try root["schema"].int == schema else {
                throw CodecError(.unsupported, "the index was written by a newer arca")
            }
            return try root["images"].array.map { field throws(CodecError) in
                let file = try field["file"].string
                guard isFileName(file) else { throw field["file"].error("is not the name of a file in the folder") }
                return Entry(
                    name: try field["name"].string, file: file, mediaType: try field["mediaType"].string,
                    byteCount: try field["byteCount"].int, width: try field["width"].ifNotNull?.int,
                    height: try field["height"].ifNotNull?.int,
                    digest: try field["sha256"].ifNotNull.map { text throws(CodecError) in
                        try Base16.standard.decode(text.string)
                    })
            }
        } catch {
            throw ImageError(
                error.code == .unsupported ? .unsupported : .malformed, "the index: \(error.reason)")
        }
    }

    /// Whether the name has the form written by ``add(_:named:isReplacing:)``, so it cannot lead out of the folder or
    /// name the index.
    private static func isFileName(_ name: String) -> Bool {
        guard name.hasSuffix(fileEnding) else { return false }
        let digits = name.utf8.dropLast(fileEnding.utf8.count)
        return digits.count == 2 * fileNameByteCount
            && digits.allSatisfy { $0.isDigit || (0x61...0x66).contains($0) }
    }
}
