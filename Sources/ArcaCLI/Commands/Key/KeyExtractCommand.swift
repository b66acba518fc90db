internal import ArcaCodecs
internal import ArcaCore
internal import ArcaKeys
internal import ArcaSystem

struct KeyExtractCommand: Command {
    static let name = "extract"
    static let summary = "write the certificates of a .p12, .p7b or PEM file as PEM"
    static let details = """
        Writes every certificate of FILE, in the order that servers send them: the certificate, its issuer, and so on. \
        Reads PKCS #12 stores (.p12, .pfx), PKCS #7 and CMS (.p7b, .p7c, .p7s), PEM and DER. Nothing is verified. \
        'arca key convert --to pkcs8' writes the private key of a store.
        """
    static let examples = [
        Example("arca key extract server.p12 -o fullchain.pem", "for a web server", isRun: false),
        Example("arca key extract --leaf --der chain.p7b -o server.cer", "one certificate in DER", isRun: false),
    ]

    var file: BytePath?
    var takesLeaf = false
    var isDER = false
    var input = KeyInputOptions()
    var output = OutputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "file with certificates; standard input if omitted")
        Parameter.flag("--leaf", set: \.takesLeaf, help: "write only the first certificate, without its issuers")
        Parameter.flag("--der", set: \.isDER, help: "write a single certificate as DER, not as PEM")
        Parameter.group(\.input)
        Parameter.group(\.output)
        Parameter.json.requires("--output").excludes("--output=-")
    }

    consuming func run(in context: CommandContext) throws {
        var certificates = X509Certificate.sortedByIssuer(try input.certificates(in: file, in: context))
        if takesLeaf { certificates = Array(certificates.prefix(1)) }
        guard !isDER || certificates.count == 1 else {
            throw UsageError(
                .conflict, "--der writes one certificate, and the file has \(certificates.count)",
                hint: "give --leaf to write the first, or remove --der")
        }
        let identities = try file.map { $0.isDash ? [] : try FileReader($0).inputIdentities } ?? []
        var written = try output.open(isDER ? .binary : .text, inputs: identities, hint: "no --der")
        for certificate in certificates {
            try written.write(
                isDER
                    ? certificate.der
                    : Array(
                        "-----BEGIN CERTIFICATE-----\n\(Base64.pem.encode(certificate.der))\n-----END CERTIFICATE-----\n"
                            .utf8))
        }
        try written.commit()
        guard context.wantsJSON else { return }
        try JSONReport.print(
            written: output.file,
            [("subjects", .array(certificates.map { .string($0.subject.description) }))])
    }
}
