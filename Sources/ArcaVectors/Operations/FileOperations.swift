internal import ArcaCore
internal import ArcaCompression
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaImages

/// Decryption of files from iOS apps: `open-file` with `rncryptor` and `aescrypt-objc`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `open-file` | `password`, or for `rncryptor` `encryptionKey` and `authenticationKey`; `file` | `bytes` |
enum FileOperation: VectorOperation {
    static let names = ["open-file"]

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        let file = try inputs.bytes("file")
        let password = inputs["password"] == nil ? nil : SecretBytes(copying: try inputs.bytes("password"))
        switch (request.algorithm, password) {
        case ("aescrypt-objc", let password?):
            return ["bytes": .bytes(try AESCryptObjC(password: password).open(file))]
        case ("rncryptor", let password?):
            return ["bytes": .bytes(try RNCryptor3(passphrase: password).open(file))]
        case ("rncryptor", nil):
            let format = try RNCryptor3(
                encryptionKey: SymmetricKey(copying: try inputs.bytes("encryptionKey")),
                authenticationKey: SymmetricKey(copying: try inputs.bytes("authenticationKey")))
            return ["bytes": .bytes(try format.open(file))]
        default: throw OperationError.unsupported("Arca opens no files of \(request.algorithm) with these inputs")
        }
    }
}

/// Chunked encryption: `seal-chunked` and `open-chunked`; the algorithm is the AEAD of the chunks, named as in RFC
/// 5116.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `seal-chunked` | `key`, `context`, `hash` (of the derivation), `salt`, `msg`, `digest` | depends on `digest` |
/// | `open-chunked` | `key`, `context`, `hash`, `file`, `digest` | depends on `digest` |
///
/// If `digest` names a hash function, the outputs are `byteCount` and `digest`; otherwise the output is `bytes`.
enum ChunkedOperation: VectorOperation {
    static let names = ["seal-chunked", "open-chunked"]

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        let hash = try HashOperation.function(inputs.text("hash"))
        guard let suite = ChunkedSuite(algorithm: request.algorithm, hash: hash) else {
            throw OperationError.unsupported("Arca has no chunked encryption by \(request.algorithm)")
        }
        let format = try ChunkedEncryption(
            key: SymmetricKey(copying: try inputs.bytes("key")), context: try inputs.bytes("context"), suite: suite)
        var writer = MemoryWriter()
        if request.operation == "seal-chunked" {
            var reader = MemoryReader(try inputs.bytes("msg"))
            try format.seal(&reader, into: &writer, salt: try inputs.bytes("salt"))
        } else {
            var reader = MemoryReader(try inputs.bytes("file"))
            try format.open(&reader, into: &writer)
        }
        guard inputs["digest"] != nil else { return ["bytes": .bytes(writer.bytes)] }
        let digest = try HashOperation.function(inputs.text("digest")).hash(writer.bytes)
        return ["byteCount": .int(writer.bytes.count), "digest": .bytes(digest)]
    }
}

/// Decompression: `decompress` and `read-gzip-header`; the algorithm is `gzip`, `zlib`, `deflate` or `short`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `decompress` | `compressed` | `bytes` |
/// | `read-gzip-header` | `compressed` | `name`, `modificationTime` |
enum CompressionOperation: VectorOperation {
    static let names = ["decompress", "read-gzip-header"]

    static func respond(to request: Request) throws -> NamedValues {
        let compressed = try request.inputs.bytes("compressed")
        if request.algorithm == "short" { return ["bytes": .bytes(try ShortString.decompress(compressed))] }
        guard let format = CompressionFormat(rawValue: request.algorithm) else {
            throw OperationError.unsupported("Arca has no compression \(request.algorithm)")
        }
        guard request.operation == "read-gzip-header" else {
            return ["bytes": .bytes(try CaseLimits.decompress(compressed, format: format))]
        }
        var inflater = Inflater(format: format)
        _ = try [UInt8](capacity: compressed.count) { space in
            _ = try inflater.inflate(compressed, into: &space)
        }
        guard let header = inflater.gzipHeader else { throw OperationError.refused("missing gzip header") }
        return [
            "name": .bytes(header.name ?? []), "modificationTime": .int(Int(header.modificationTime)),
        ]
    }
}

/// Images as salted strings: `unpack-image` and `pack-image` with `salted-string`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `unpack-image` | `text`; `key` or `passphrase`, or neither | `bytes`, `mediaType`, `form` |
/// | `pack-image` | `image`, `mediaType`, `form`, `salt`; `key`, or `passphrase` with `logN`, `r`, `p`, or neither | `text` |
enum ImageOperation: VectorOperation {
    static let names = ["unpack-image", "pack-image"]

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        var secret: ImageSecret?
        if inputs["key"] != nil { secret = .key(SymmetricKey(copying: try inputs.bytes("key"))) }
        if inputs["passphrase"] != nil {
            secret = .passphrase(SecretBytes(copying: try inputs.bytes("passphrase")))
        }
        guard request.operation == "pack-image" else {
            let text = String(decoding: try inputs.bytes("text"), as: UTF8.self)
            let image = try SaltedImage.unpack(text, with: secret, limits: CaseLimits.derivation)
            return [
                "bytes": .bytes(image.bytes), "mediaType": .text(image.mediaType), "form": .text(image.text.name),
            ]
        }
        guard let form = ImageText(named: try inputs.text("form")) else {
            throw OperationError.unsupported("Arca writes no salted strings in that form of text")
        }
        let cost =
            inputs["logN"] == nil
            ? Scrypt.Cost.standard
            : try Scrypt.Cost(logN: try inputs.int("logN"), r: try inputs.int("r"), p: try inputs.int("p"))
        try CaseLimits.derivation.check(cost)
        let text = try SaltedImage.pack(
            try inputs.bytes("image"), as: form, mediaType: try inputs.text("mediaType"), secret: secret, cost: cost,
            salt: try inputs.bytes("salt"))
        return ["text": .bytes(Array(text.utf8))]
    }

    static func hiddenWork(of request: Request) throws -> Int {
        let text = String(decoding: try request.inputs.bytes("text"), as: UTF8.self)
        guard request.inputs["passphrase"] != nil, let cost = try SaltedImage.header(of: text).envelope.cost else {
            return 0
        }
        try CaseLimits.derivation.check(cost)
        return cost.work
    }
}

extension Scrypt.Cost {
    /// N·r·p, within the limits of ``CaseLimits/derivation``.
    var work: Int { (r * p) << min(logN, 24) }
}
