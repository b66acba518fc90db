internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

extension X509ChainVerifier.Purpose: ArgumentValue {}

struct KeyVerifyChainCommand: Command {
    static let name = "verify-chain"
    static let summary = "verify a certificate and its chain against trusted roots"
    static let details = """
        Verifies the first certificate of FILE: signatures, validity, usage, name, name constraints, and the strength of \
        keys and signatures (at least 112 bits, so neither SHA-1 nor RSA below 2,048 bits). The other certificates of all \
        files serve as intermediates. Reads PEM, DER, PKCS #7 (.p7b) and PKCS #12 (.p12). The roots are the system's \
        unless --root is given.

        Revocation (CRL, OCSP), certificate transparency and policies are not checked, and nothing is downloaded. The \
        exit status is 1 if the chain is not valid.
        """
    static let examples = [
        Example("arca key verify-chain --name example.org fullchain.pem", "against the system's roots", isRun: false),
        Example(
            "arca key verify-chain --root ca.pem --purpose client alice.p12", "against a private root", isRun: false),
    ]

    var files: [BytePath] = []
    var roots: [BytePath] = []
    var name: String?
    var purpose = X509ChainVerifier.Purpose.server
    var time: SigningTime?
    var input = KeyInputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operands(
            "FILE", append: \.files, help: "the certificate, then its intermediates; standard input if omitted")
        Parameter.option(
            "--name", value: "NAME", set: \.name, help: "host name, IP address or email address it must be for")
        Parameter.option(
            "--purpose", value: "PURPOSE", set: \.purpose, help: "usage that it must allow; any checks no usage")
        Parameter.repeated(
            "--root", value: "FILE", append: \.roots, help: "trust the certificates in FILE, not the system's roots")
        Parameter.option(
            "--at", value: "TIME", set: \.time,
            help: "verify for this time, such as 20261122, 202611221200 or 20261122120000Z; now if omitted")
        Parameter.group(\.input)
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        var verifier = X509ChainVerifier()
        (verifier.name, verifier.purpose) = (try Self.checked(name), purpose)
        if !roots.isEmpty { verifier.roots = try roots.flatMap { try input.certificates(in: $0, in: context) } }
        let found = try (files.isEmpty ? ["-"] : files).map { file in
            X509Certificate.sortedByIssuer(try input.certificates(in: file, in: context))
        }
        guard let leaf = found.first?.first else { throw KeyError(.notAKey, "the file contains no certificate") }
        let seconds = time?.seconds ?? DateText.now
        let report = try verifier.verify(leaf, intermediates: found.flatMap(\.self), at: seconds)
        if context.wantsJSON {
            try JSONReport.print(members(report, at: seconds))
        } else {
            try Messages.print(text(report, at: seconds))
        }
        guard !report.isValid else { return }
        if !context.wantsJSON, let hint = hint(report) { Messages.hint(hint) }
        throw ExitStatus.mismatch
    }

    private static func checked(_ name: String?) throws(UsageError) -> String? {
        guard let name else { return nil }
        // A literal IPv6 address may have the brackets of a URL.
        let bare = name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : name
        let hasPort = bare.utf8.count(where: { $0 == .colon }) == 1
        guard !bare.isEmpty, !bare.contains("/"), !hasPort, !bare.contains(where: \.isWhitespace), !bare.hasPrefix(".")
        else {
            throw UsageError(
                .invalidValue, "invalid name '\(name)'", hint: "give only the host, such as example.org or 192.0.2.1")
        }
        return bare
    }

    private var rootSource: String {
        roots.isEmpty
            ? "the system's (\(X509ChainVerifier.systemRoots.joined(separator: ", ")))"
            : roots.map(\.description).joined(separator: ", ")
    }

    private var checks: [String] {
        ["signatures", "validity", "name constraints", "key strength"]
            + (purpose == .any ? [] : ["usage (\(purpose.rawValue))"]) + (name.map { ["name (\($0))"] } ?? [])
    }

    private var omissions: [String] {
        (name == nil ? ["name (give --name)"] : []) + (purpose == .any ? ["usage"] : [])
            + ["revocation (CRL, OCSP)", "certificate transparency", "policies"]
    }

    private func text(_ report: X509ChainReport, at seconds: Int) -> String {
        var lines = ["\(files.first?.inputName ?? "standard input"): \(report.isValid ? "valid" : "not valid")"]
        for (index, certificate) in report.path.enumerated() {
            let isRoot = report.endsInRoot && index == report.path.count - 1
            let state = certificate.validity(at: seconds)
            lines.append("  \(index + 1)  \(certificate.subject)  \(isRoot ? "trusted root, " : "")\(state)")
            for problem in report.problems where problem.index == index {
                lines.append("     error: \(problem.reason)")
            }
        }
        lines.append("  roots: \(rootSource)")
        lines.append("  checked: \(checks.joined(separator: ", "))")
        lines.append("  not checked: \(omissions.joined(separator: ", "))")
        return lines.map { String(printable: $0.utf8) + "\n" }.joined()
    }

    private func hint(_ report: X509ChainReport) -> String? {
        for problem in report.problems {
            switch problem.kind {
            case .issuerMissing:
                return "give the file with the issuer's certificate as well, or --root FILE to trust it"
            case .untrustedRoot: return "give --root FILE if you trust this root"
            case .wrongUsage: return "give --purpose with the certificate's use, such as client or email"
            default: continue
            }
        }
        return nil
    }

    private func members(_ report: X509ChainReport, at seconds: Int) -> [(String, JSONValue)] {
        let path = report.path.map { certificate in
            var object = JSONObject()
            object["subject"] = .string(certificate.subject.description)
            object["issuer"] = .string(certificate.issuer.description)
            object["notAfter"] = .string(certificate.notAfter.rfc3339)
            object["daysLeft"] = .integer((certificate.notAfter.seconds - seconds) / 86_400)
            object["sha256"] = .string(Base16.standard.encode(certificate.sha256))
            return JSONValue.object(object)
        }
        let problems = report.problems.map { problem in
            var object = JSONObject()
            object["certificate"] = .integer(problem.index)
            object["code"] = .string(problem.kind.rawValue)
            object["reason"] = .string(problem.reason)
            return JSONValue.object(object)
        }
        return [
            ("valid", .bool(report.isValid)), ("trustedRoot", .bool(report.endsInRoot)), ("path", .array(path)),
            ("problems", .array(problems)), ("roots", .string(rootSource)),
            ("checked", .array(checks.map { .string($0) })), ("notChecked", .array(omissions.map { .string($0) })),
        ]
    }
}
