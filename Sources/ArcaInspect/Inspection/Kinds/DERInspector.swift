internal import ArcaCore
internal import ArcaKeys
internal import ArcaVault

/// ASN.1 objects in DER: certificates, keys, encrypted keys, signatures, PKCS #12.
///
/// Source: RFC 5280, section 4.1; RFC 2986; RFC 5958; RFC 8018; RFC 8017, appendix A; RFC 5915; RFC 7292.
enum DERInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard data.isWhole, data.bytes.first == ASN1Node.sequence, let node = ASN1Node(data.bytes) else { return nil }
        guard node.shape == [ASN1Node.sequence, ASN1Node.sequence, ASN1Node.bitString] else { return inspect(node) }
        return signed(node, data.bytes)
    }

    private static func inspect(_ node: ASN1Node) -> Inspection? {
        let (sequence, integer) = (ASN1Node.sequence, ASN1Node.integer)
        let shape = node.shape
        switch shape {
        case [sequence, ASN1Node.bitString]:
            guard let algorithm = algorithm(node.children[0]) else { return nil }
            var inspection = Inspection("spki", "public key (SPKI)")
            inspection.add("algorithm", algorithm)
            addBits(of: node.children[1], algorithm, &inspection)
            return inspection
        case [sequence, ASN1Node.octetString]:
            guard let scheme = node.children[0].children.first?.identifier else { return nil }
            var inspection = Inspection("pkcs8-encrypted", "encrypted private key (PKCS #8)")
            PasswordScheme.add(scheme, node.children[0].children.dropFirst().first, to: &inspection)
            return inspection
        case _ where shape.starts(with: [integer, sequence, ASN1Node.octetString]):
            guard let algorithm = algorithm(node.children[1]) else { return nil }
            var inspection = Inspection("pkcs8", "private key (PKCS #8)")
            inspection.add("algorithm", algorithm)
            if algorithm == "RSA", let key = ASN1Node(node.children[2].content), key.children.count > 1 {
                inspection.add("bits", key.children[1].bitCount)
            }
            inspection.note("not encrypted")
            return inspection
        case _ where shape.count >= 9 && shape.allSatisfy { $0 == integer } && node.children[0].number == 0:
            var inspection = Inspection("rsa-private-key", "RSA private key (PKCS #1)")
            inspection.add("bits", node.children[1].bitCount)
            inspection.note("not encrypted")
            return inspection
        case [integer, integer]:
            guard node.children[0].bitCount >= 512, node.children[1].bitCount <= 64 else {
                return Inspection("ecdsa-signature", "ECDSA or DSA signature")
            }
            var inspection = Inspection("rsa-public-key", "RSA public key (PKCS #1)")
            inspection.add("bits", node.children[0].bitCount)
            return inspection
        case _ where shape.starts(with: [integer, ASN1Node.octetString]) && node.children[0].number == 1:
            var inspection = Inspection("ec-private-key", "elliptic-curve private key (SEC 1)")
            let curve = node.children.dropFirst(2).first { $0.tag == 0xa0 }?.children.first?.identifier
            if let curve { inspection.add("curve", curve.name) }
            inspection.note("not encrypted")
            return inspection
        case _ where shape.starts(with: [integer, sequence]) && node.children[0].number == 3:
            var inspection = Inspection("pkcs12", "key and certificate store (PKCS #12)")
            if let mac = node.children.dropFirst(2).first {
                inspection.add(
                    .other(
                        "PKCS #12", "\(mac.children.last?.number ?? 1) iterations",
                        (mac.children.last?.number ?? 1) >= 100_000 ? .fair : .weak))
            }
            return inspection
        default: return nil
        }
    }

    /// Certificates, certificate requests and CRLs; chains are not verified.
    private static func signed(_ node: ASN1Node, _ bytes: [UInt8]) -> Inspection? {
        var fields = node.children[0].children[...]
        let hasVersion = fields.first?.tag == 0xa0
        if hasVersion { fields = fields.dropFirst() }
        guard let signature = node.children[1].children.first?.identifier else { return nil }
        let tags = fields.map(\.tag)
        let (sequence, integer) = (ASN1Node.sequence, ASN1Node.integer)
        var inspection: Inspection
        if tags.starts(with: [integer, sequence, sequence, 0xa0]) || tags == [integer, sequence, sequence] {
            inspection = Inspection("certificate-request", "certificate request (PKCS #10)")
            add(&inspection, fields[fields.startIndex + 2]) { () throws(KeyError) in
                try CertificateRequest(der: bytes).facts(verifies: true)
            }
        } else if tags.starts(with: [integer] + [UInt8](repeating: sequence, count: 5)) {
            inspection = Inspection("certificate", "X.509 certificate")
            add(&inspection, fields[fields.startIndex + 5]) { () throws(KeyError) in
                try X509Certificate(der: bytes).facts(
                    verifies: true, at: Int(Vault.Timestamp.now().milliseconds / 1000))
            }
            inspection.note("the chain is not verified: run 'arca key verify-chain FILE'")
        } else {
            inspection = Inspection("crl", "list of revoked certificates or other signed object")
            inspection.add("signature", signature.name)
        }
        return inspection
    }

    private static func add(
        _ inspection: inout Inspection, _ key: ASN1Node,
        _ facts: () throws(KeyError) -> [(name: String, value: JSONValue)]
    ) {
        do throws(KeyError) {
            for (name, value) in try facts() { inspection.add(name, value) }
        } catch {
            inspection.note("malformed: \(error.reason)")
        }
        let algorithm = algorithm(key.children.first) ?? "unknown"
        inspection.add("algorithm", algorithm)
        if let bits = key.children.last { addBits(of: bits, algorithm, &inspection) }
    }

    private static func algorithm(_ node: ASN1Node?) -> String? {
        guard let identifier = node?.children.first?.identifier else { return nil }
        let curve = node?.children.dropFirst().first?.identifier.map { " " + $0.name } ?? ""
        return identifier.name + curve
    }

    private static func addBits(of node: ASN1Node, _ algorithm: String, _ inspection: inout Inspection) {
        guard algorithm == "RSA", let key = ASN1Node(Array(node.content.dropFirst())), let modulus = key.children.first
        else { return }
        inspection.add("bits", modulus.bitCount)
        if modulus.bitCount < 2048 { inspection.note("RSA below 2048 bits is too short today") }
    }
}
