internal import ArcaCodecs

/// PEM: each block by its label and content; the older forms of encryption in headers.
enum PEMInspector: InspectingKind {
    /// More blocks are counted, not shown.
    private static let largestBlockCount = 20

    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard data.bytes.firstRange(of: Array("-----BEGIN ".utf8)) != nil,
            data.bytes.firstRange(of: Array("-----BEGIN PGP".utf8)) == nil,
            let blocks = try? PEM.decode(data.bytes, options: .lenient), let first = blocks.first
        else { return nil }
        guard blocks.count > 1 else { return inspect(first, inner) }
        var inspection = Inspection("pem", "PEM, \(blocks.count) blocks")
        for block in blocks.prefix(largestBlockCount) { inspection.add(inspect(block, inner)) }
        if blocks.count > largestBlockCount {
            inspection.note("the first \(largestBlockCount) blocks are shown")
        }
        return inspection
    }

    private static func inspect(_ block: PEMBlock, _ inner: (InspectedData) -> Inspection?) -> Inspection {
        var inspection = Inspection("pem", "PEM block")
        inspection.add("label", block.label)
        inspection.add("content bytes", block.bytes.count)
        // RFC 1421, section 4.6.1.1, and OpenSSL's derivation.
        if block[header: "Proc-Type"]?.hasSuffix("ENCRYPTED") == true, let cipher = block[header: "DEK-Info"] {
            inspection.add("cipher", String(cipher.prefix { $0 != "," }))
            inspection.add(.hash("MD5"))
            return inspection
        }
        if let content = inner(InspectedData(block.bytes, byteCount: block.bytes.count)), content.identifier != "binary"
        {
            inspection.add(content)
        }
        return inspection
    }
}
