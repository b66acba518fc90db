internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaImages
internal import ArcaSystem

struct ImageReport {
    enum Content {
        case image(ImageInfo)
        case string(ImageEnvelope, ImageText)
    }

    let name: String
    let content: Content

    var isDamaged: Bool {
        if case .image(let info) = content { !info.isWhole } else { false }
    }

    var hasFindings: Bool {
        if case .image(let info) = content { !info.findings.isEmpty } else { false }
    }

    var text: String {
        switch content {
        case .image(let info): name + ": " + Self.text(of: info)
        case .string(let envelope, let text): name + ": " + Self.text(of: envelope, text) + "\n"
        }
    }

    var json: JSONValue {
        var object = JSONObject()
        object["file"] = .string(name)
        switch content {
        case .image(let info): Self.write(info, into: &object)
        case .string(let envelope, let text): Self.write(envelope, text, into: &object)
        }
        return .object(object)
    }

    private static func text(of info: ImageInfo) -> String {
        let size =
            if let width = info.width, let height = info.height { "\(width) x \(height) pixels" } else {
                "unknown size"
            }
        var text = "\(info.kind), \(size), \(info.color.description)"
        if info.frameCount != 1 { text += ", \(Count.text(info.frameCount, "frame"))" }
        text += ", \(info.byteCount) bytes\n"
        if let orientation = info.orientation, orientation != 1 { text += "  orientation: \(orientation)\n" }
        for metadata in info.metadata { text += "  metadata: \(String(printable: metadata.description.utf8))\n" }
        for finding in info.findings {
            text += "  \(finding.code.rawValue.spelledOut): \(String(printable: finding.description.utf8))\n"
        }
        return text
    }

    private static func text(of envelope: ImageEnvelope, _ text: ImageText) -> String {
        let protection =
            switch envelope.mode {
            case .salted: "not encrypted"
            case .key: "encrypted with a key"
            case .passphrase:
                "encrypted with a passphrase"
                    + (envelope.cost.map { " (scrypt, N = 2^\($0.logN), r = \($0.r), p = \($0.p))" } ?? "")
            }
        return
            "salted string in \(text), \(String(printable: envelope.mediaType.utf8)), \(Count.text(envelope.byteCount, "byte")), \(protection)"
    }

    private static func write(_ info: ImageInfo, into object: inout JSONObject) {
        func number(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        object["form"] = "image"
        object["kind"] = .string(info.kind.name)
        object["mediaType"] = .string(info.kind.mediaType)
        object["width"] = number(info.width)
        object["height"] = number(info.height)
        object["frames"] = .integer(info.frameCount)
        object["color"] = [
            "model": .string(info.color.model.rawValue), "bitsPerChannel": number(info.color.bitsPerChannel),
            "alpha": .bool(info.color.hasAlpha),
        ]
        object["orientation"] = number(info.orientation)
        object["byteCount"] = .integer(info.byteCount)
        object["imageByteCount"] = .integer(info.imageByteCount)
        object["metadata"] = .array(info.metadata.map(json(of:)))
        object["findings"] = .array(
            info.findings.map { finding in
                [
                    "code": .string(finding.code.rawValue), "offset": number(finding.offset),
                    "reason": .string(finding.reason),
                ]
            })
    }

    /// An image of a folder as JSON, also for `pack --store`.
    static func json(of entry: ImageStore.Entry) -> JSONValue {
        [
            "name": .string(entry.name), "mediaType": .string(entry.mediaType),
            "byteCount": .integer(entry.byteCount), "width": entry.width.map { .integer($0) } ?? .null,
            "height": entry.height.map { .integer($0) } ?? .null,
        ]
    }

    /// A metadata block as JSON, also for `strip`.
    static func json(of metadata: ImageMetadata) -> JSONValue {
        [
            "kind": .string(metadata.kind.rawValue), "offset": .integer(metadata.offset),
            "byteCount": .integer(metadata.byteCount), "detail": metadata.detail.map { .string($0) } ?? .null,
        ]
    }

    private static func write(_ envelope: ImageEnvelope, _ text: ImageText, into object: inout JSONObject) {
        object["form"] = "salted-string"
        object["text"] = .string(text.name)
        object["mediaType"] = .string(envelope.mediaType)
        object["byteCount"] = .integer(envelope.byteCount)
        object["encrypted"] = .bool(envelope.mode != .salted)
        object["salt"] = .string(Base16.standard.encode(envelope.salt))
        object["keyDerivation"] =
            switch envelope.mode {
            case .salted: .null
            case .key: ["name": "hkdf-sha256"]
            case .passphrase:
                [
                    "name": "scrypt", "logN": .integer(envelope.cost?.logN ?? 0), "r": .integer(envelope.cost?.r ?? 0),
                    "p": .integer(envelope.cost?.p ?? 0),
                ]
            }
    }
}
