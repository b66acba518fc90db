internal import ArcaCodecCatalog
internal import ArcaCodecs
internal import ArcaDetect

/// Text in Base64 or another encoding, and its decoded content.
enum BaseNInspector: InspectingKind {
    private static let maximumByteCount = 1 << 20

    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard data.isWhole, data.bytes.count <= maximumByteCount, !data.bytes.isEmpty, data.text != nil else {
            return nil
        }
        let sealed = wholeBase64(data)
        // Inspected before the search: binary content has no further layers of text, while text may have as many again.
        let binary = sealed.flatMap { $0.contains { $0 >= 0x80 } ? inner(InspectedData($0, byteCount: $0.count)) : nil }
        if let sealed, let binary, binary.isEncrypted { return wrapped("Base64", sealed, binary) }
        var layers = data.layers
        var report: LayerFinder.Report?
        if layers.isEmpty {
            var limits = LayerFinder.Limits.standard
            limits.workByteCount = data.searches.byteCount
            let found = LayerFinder(limits: limits).find(data.bytes)
            data.searches.take(found.workByteCount)
            layers = found.layers.map(\.step)
            report = found
        }
        let output = layers.first.flatMap { LayerFinder.Recipe([$0]).replay(data.bytes.span) }
        if binary == nil, let sealed, sealed != output,
            let inside = inner(InspectedData(sealed, byteCount: sealed.count)),
            inside.isEncrypted
        {
            return wrapped("Base64", sealed, inside)
        }
        if let layer = layers.first, let output {
            // Do not inspect the same bytes or search their layers twice: with nested layers, that would double the
            // work per layer.
            let content =
                output == sealed && binary != nil
                ? binary : inner(InspectedData(output, inside: data, layers: Array(layers.dropFirst())))
            return content.map { wrapped(layer.codec.name, output, $0) }
        }
        guard let sealed, sealed.count >= 16, sealed.count % 16 == 0, let report, report.best == nil,
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
