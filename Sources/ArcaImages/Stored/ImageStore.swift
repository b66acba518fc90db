internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
public import ArcaSystem

/// A folder that holds images as salted strings, with an index of what they are.
///
/// ```swift
/// let store = ImageStore("photos", secret: .key(key))
/// try store.add(photo, named: "beach.jpg")
/// try store.entries()                      // name, kind, size in pixels
/// try store.image(named: "beach.jpg").bytes
/// ```
///
/// Each image is a file of its own with a random name; the index is a salted string too, under the same secret, so that
/// with one neither names nor sizes in pixels can be read. The index holds each image's SHA-256, and with a secret no file
/// is taken that is not encrypted, so that files that were exchanged or put there by somebody else are refused; only an
/// older state of the whole folder cannot be told from the newest. Writers of several processes take turns; a file appears
/// whole or not at all. Without a secret everything can be read and changed by anyone who has the folder.
public struct ImageStore: Sendable {
    /// An image in the folder.
    public struct Entry: Sendable, Hashable {
        /// What the owner calls it, unique in the folder.
        public let name: String
        /// Its file in the folder.
        public let file: String
        /// What it is.
        public let mediaType: String
        /// Its length.
        public let byteCount: Int
        /// Pixels of a row, if it is an image of a known kind that says so.
        public let width: Int?
        /// Rows.
        public let height: Int?
        /// SHA-256 of the image, 32 bytes; nil for an image that was added before the index held it.
        public let digest: [UInt8]?
    }

    private static let indexName = "index.arcaimg"
    private static let fileEnding = ".arcaimg"
    private static let fileNameByteCount = 16
    private static let lockName = ".lock"
    private static let schema = 1
    private static let largestIndex = 64 << 20
    /// A text is up to twice its bytes, and a little more.
    private static let largestText = 2 * SaltedImage.largestByteCount + (64 << 10)

    /// The folder.
    public let folder: BytePath
    private let secret: ImageSecret?
    private let cost: Scrypt.Cost

    /// Names a folder; it is made when the first image is added.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - secret: What protects images and index; nil for none.
    ///   - cost: What a passphrase costs to try; each file takes that time once.
    public init(_ folder: BytePath, secret: ImageSecret? = nil, cost: Scrypt.Cost = .standard) {
        self.folder = folder
        self.secret = secret
        self.cost = cost
    }

    /// Lists the images, by name.
    ///
    /// - Returns: All entries; none for a folder that is not there yet.
    /// - Throws: What ``SaltedImage/unpack(_:with:limits:)`` throws for the index, `.tampered` also for one that is not
    ///   encrypted where a secret was given; or the system.
    public func entries() throws -> [Entry] {
        guard let text = try indexText() else { return [] }
        return try ImageStore.read(try open(text, ImageStore.indexName).bytes)
    }

    /// Says how the folder is protected, which needs no secret; what an attacker put there may say anything.
    ///
    /// - Returns: The mode of its index; nil for a folder that is not there yet.
    /// - Throws: What ``SaltedImage/header(of:)`` throws for the index, or the system.
    public func mode() throws -> ImageEnvelope.Mode? {
        try indexText().map { text throws(ImageError) in try SaltedImage.header(of: text).envelope.mode }
    }

    /// Opens a file of the folder.
    ///
    /// Anyone can make one that is not encrypted: where there is a secret it proves nothing.
    private func open(_ text: String, _ name: String) throws -> SaltedImage {
        let image = try SaltedImage.unpack(text, with: secret)
        guard secret == nil || image.mode != .salted else {
            throw ImageError(
                .tampered, "\(name) is not encrypted: the folder has no secret, or somebody has put the file there")
        }
        return image
    }

    /// The index as it stands in its file; nil for a folder that has none yet.
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
    ///   - name: What to call it; not in the folder yet, unless it is to be replaced.
    ///   - isReplacing: Whether an image of that name is replaced.
    /// - Throws: ``ImageError`` with code `.invalidOption` for a name that is taken or empty; or the system.
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
            let file = Base16.encode(try SecureRandom.bytes(ImageStore.fileNameByteCount)) + ImageStore.fileEnding
            let type = info?.kind.mediaType ?? "application/octet-stream"
            try write(try SaltedImage.pack(bytes, mediaType: type, protectedBy: secret, cost: cost), to: file)
            all.removeAll { $0.name == name }
            all.append(
                Entry(
                    name: name, file: file, mediaType: type, byteCount: bytes.count, width: info?.width,
                    height: info?.height, digest: sha256(bytes[...])))
            // The image stands before the index names it; the old one goes after the index has let go of it.
            try writeIndex(all)
            if let old { try? Folder.removeFile(folder.appending(BytePath(old.file))) }
        }
    }

    /// Gives an image back.
    ///
    /// - Parameter name: What it is called.
    /// - Returns: The image, after everything about it was checked.
    /// - Throws: ``ImageError`` with code `.notFound`, `.tampered` also for a file that was exchanged or is not encrypted
    ///   where a secret was given, or as ``SaltedImage/unpack(_:with:limits:)``.
    public func image(named name: String) throws -> SaltedImage {
        var entry = try entry(in: entries(), named: name)
        while true {
            do {
                return try image(of: entry)
            } catch let error as SystemError where error.code == .notFound {
                // Somebody may have replaced it since the index was read; then the index names another file now.
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
        // A file of the same folder opens under the same secret: the index says whether it is the one.
        guard entry.digest == nil || entry.digest == sha256(image.bytes[...]) else {
            throw ImageError(.tampered, "\(entry.file) holds another image than the index says")
        }
        return image
    }

    /// Removes an image.
    ///
    /// - Parameter name: What it is called.
    /// - Throws: ``ImageError`` with code `.notFound`, or the system.
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
            if let digest = entry.digest { object["sha256"] = .string(Base16.encode(digest)) }
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
                guard isFileName(file) else { throw field["file"].error("is no name of a file in the folder") }
                return Entry(
                    name: try field["name"].string, file: file, mediaType: try field["mediaType"].string,
                    byteCount: try field["byteCount"].int, width: try field["width"].ifNotNull?.int,
                    height: try field["height"].ifNotNull?.int,
                    digest: try field["sha256"].ifNotNull.map { text throws(CodecError) in
                        try Base16.decode(text.string)
                    })
            }
        } catch {
            throw ImageError(
                error.code == .unsupported ? .unsupported : .malformed, "the index: \(error.reason)")
        }
    }

    /// Whether it is a name that ``add(_:named:isReplacing:)`` makes: never one that leads out of the folder, or that of
    /// the index itself.
    private static func isFileName(_ name: String) -> Bool {
        guard name.hasSuffix(fileEnding) else { return false }
        let digits = name.utf8.dropLast(fileEnding.utf8.count)
        return digits.count == 2 * fileNameByteCount
            && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
