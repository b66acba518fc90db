internal import ArcaCodecCatalog
internal import ArcaCodecs
internal import ArcaCore

/// Text in Base64 or another encoding, and its decoded content.
enum BaseNInspector: InspectingKind {
    private static let maximumByteCount = 1 << 20
    /// Only the outermost layer is needed; the decoded content is inspected again.
    private static let limits: LayerFinder.Limits = {
        var limits = LayerFinder.Limits.standard
        limits.workByteCount = 32 << 20
        return limits
    }()

    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard data.isWhole, data.bytes.count <= maximumByteCount, !data.bytes.isEmpty, data.text != nil else {
            return nil
        }
        let sealed = wholeBase64(data)
        let inside = sealed.flatMap { inner(InspectedData($0, byteCount: $0.count)) }
        if let sealed, let inside, inside.isEncrypted { return wrapped("Base64", sealed, inside) }
        let report = LayerFinder(limits: limits).find(data.bytes)
        if let layer = report.layers.first,
            let output = LayerFinder.Recipe([layer.step]).replay(data.bytes.span)
        {
            // Reuse the inspection of these bytes: inspecting twice per level would double the work at each.
            let content = output == sealed ? inside : inner(InspectedData(output, byteCount: output.count))
            return content.map { wrapped(layer.codec.name, output, $0) }
        }
        guard let sealed, sealed.count >= 16, sealed.count % 16 == 0, report.best == nil,
            report.input.identifier != "json", ShortStringNote(data) == nil
        else { return nil }
        return cipherText(sealed)
    }

    private static func wholeBase64(_ data: InspectedData) -> [UInt8]? {
        try? Base64.standard.allowing(.whitespace).decode(data.bytes)
    }

    private static func wrapped(_ codec: String, _ output: [UInt8], _ content: Inspection) -> Inspection {
        var inspection = Inspection("encoded", "text in \(codec)")
        inspection.add("encoding", codec)
        inspection.add("decoded bytes", output.count)
        inspection.add(content)
        return inspection
    }

    /// Random-looking whole blocks, such as ciphertext stored by apps.
    private static func cipherText(_ sealed: [UInt8]) -> Inspection? {
        let plausibility = Plausibility(sealed)
        guard !plausibility.isText, plausibility.bits >= Double(sealed.count) * 7 || sealed.count < 256 else {
            return nil
        }
        var inspection = Inspection("encoded", "text in Base64")
        inspection.add("encoding", "base64")
        inspection.add("decoded bytes", sealed.count)
        var inner = Inspection("ciphertext", "noise of whole 16-byte blocks")
        inner.note("it may be a string of AESCrypt-ObjC: AES-256-CBC, zero IV, key of one SHA-256; or RSA blocks")
        inspection.add(inner)
        return inspection
    }
}
