internal import ArcaTestSupport
internal import Foundation
import ArcaCore
import ArcaCrypto
import ArcaKeys
import Testing

@Suite(.enabled(if: Peer.has("openssl"))) struct X509ChainVerifierTests {
    /// Creates root.pem, inter.pem, leaf certificates and other files.
    private static let script = """
        set -e
        key() { openssl genpkey -quiet -out $1.key "${@:2}" 2>/dev/null || openssl genpkey -out $1.key "${@:2}" 2>/dev/null; }
        # sign NAME ISSUER EXTENSIONS [OPTIONS]
        sign() {
          printf "$3" > $1.ext
          openssl req -new -key $1.key -subj "/CN=$1" -out $1.csr
          openssl x509 -req -in $1.csr -CA $2.pem -CAkey $2.key -CAcreateserial -days 90 -extfile $1.ext -out $1.pem \
            "${@:4}" 2>/dev/null
        }
        ca='basicConstraints=critical,CA:TRUE,pathlen:0\\nkeyUsage=critical,keyCertSign,cRLSign\\n'
        web='extendedKeyUsage=serverAuth\\n'
        name='subjectAltName=DNS:example.org,DNS:*.example.net,IP:192.0.2.7,email:a@example.org\\n'
        key root -algorithm EC -pkeyopt ec_paramgen_curve:P-256
        openssl req -x509 -key root.key -subj /CN=root -days 365 -out root.pem
        key other -algorithm ED25519; openssl req -x509 -key other.key -subj /CN=other -days 365 -out other.pem
        key inter -algorithm RSA -pkeyopt rsa_keygen_bits:2048; sign inter root "$ca"
        key limited -algorithm ED25519
        sign limited root "${ca}nameConstraints=critical,permitted;DNS:example.com\\n"
        key leaf -algorithm ED25519; sign leaf inter "$web$name"
        key client -algorithm ED448; sign client inter "extendedKeyUsage=clientAuth\\n$name"
        key code -algorithm EC -pkeyopt ec_paramgen_curve:P-384
        sign code inter "extendedKeyUsage=codeSigning\\nkeyUsage=digitalSignature\\n"
        key unnamed -algorithm ED25519; sign unnamed inter "$web"
        key outside -algorithm ED25519; sign outside limited "$web$name"
        key weak -algorithm RSA -pkeyopt rsa_keygen_bits:1024; sign weak inter "$web$name"
        key sha1 -algorithm ED25519; sign sha1 inter "$web$name" -sha1
        key deep -algorithm ED25519; sign deep leaf "$web$name"
        key sub -algorithm ED25519; sign sub inter "$ca"
        key below -algorithm ED25519; sign below sub "$web$name"
        """

    /// The files of one run, for all tests.
    private static let files: [String: [UInt8]] = {
        let made = try? Peer.inFolder { folder in
            let answer = try Peer.run(["bash", "-c", script], in: folder)
            #expect(answer.status == 0, "\(answer.errors)")
            var files: [String: [UInt8]] = [:]
            for url in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
                files[url.lastPathComponent] = [UInt8](try Data(contentsOf: url))
            }
            return files
        }
        return made ?? [:]
    }()

    private static func certificate(_ name: String) throws -> X509Certificate {
        try X509Certificate.all(in: try #require(files["\(name).pem"]))[0]
    }

    /// A time after the start of every certificate.
    private static let now: Int = {
        _ = files
        return Int(Date().timeIntervalSince1970)
    }()
    private static let day = 86_400

    private func report(
        _ leaf: String, through intermediates: [String] = ["inter"], roots: [String] = ["root"], name: String? = nil,
        purpose: X509ChainVerifier.Purpose = .server, at seconds: Int = now
    ) throws -> X509ChainReport {
        var verifier = X509ChainVerifier()
        verifier.roots = try roots.map { try Self.certificate($0) }
        (verifier.name, verifier.purpose) = (name, purpose)
        return try verifier.verify(
            try Self.certificate(leaf), intermediates: try intermediates.map { try Self.certificate($0) }, at: seconds)
    }

    @Test("accepts a valid chain, with names of every kind")
    func acceptsValid() throws {
        for name in [nil, "example.org", "EXAMPLE.org", "www.example.net", "192.0.2.7", "a@example.org"] {
            let report = try report("leaf", name: name)
            #expect(report.isValid, "\(name ?? ""): \(report.problems)")
            #expect(report.path.map(\.subject.commonName) == ["leaf", "inter", "root"])
        }
        // A trusted certificate ends the path even if it is not self-signed.
        let short = try report("leaf", through: [], roots: ["inter"])
        #expect(short.isValid && short.path.count == 2)
        #expect(try report("leaf", through: [], roots: ["leaf"]).isValid)
        #expect(try report("leaf", through: ["other", "root", "sub", "inter"]).isValid)
        #expect(try report("client", purpose: .client).isValid)
        #expect(try report("client", purpose: .any).isValid)
        #expect(try report("code", purpose: .code).isValid)
    }

    @Test("names every problem, and the certificate that has it")
    func findsProblems() throws {
        func problems(_ report: X509ChainReport) -> [String] {
            #expect(!report.isValid)
            return report.problems.map { "\($0.index) \($0.kind.rawValue)" }
        }
        #expect(problems(try report("leaf", at: Self.now + 100 * Self.day)) == ["0 expired", "1 expired"])
        #expect(
            problems(try report("leaf", at: Self.now - 2 * Self.day)) == [
                "0 notYetValid", "1 notYetValid", "2 notYetValid",
            ])
        for name in ["example.com", "a.b.example.net", "example.net", "192.0.2.8", "b@example.org", "leaf"] {
            #expect(problems(try report("leaf", name: name)) == ["0 wrongName"], "\(name)")
        }
        // The common name does not count.
        #expect(problems(try report("unnamed", name: "unnamed")) == ["0 wrongName"])
        #expect(problems(try report("client")) == ["0 wrongUsage"])
        #expect(problems(try report("leaf", purpose: .client)) == ["0 wrongUsage"])
        #expect(problems(try report("leaf", purpose: .code)) == ["0 wrongUsage"])
        #expect(problems(try report("unnamed", purpose: .code)) == ["0 wrongUsage"])
        #expect(problems(try report("leaf", through: [])) == ["0 issuerMissing"])
        #expect(problems(try report("leaf", roots: ["other"])) == ["1 issuerMissing"])
        #expect(problems(try report("other", roots: ["root"], purpose: .any)) == ["0 untrustedRoot"])
        #expect(
            problems(try report("leaf", through: ["inter", "root"], roots: ["other"])) == ["2 untrustedRoot"])
        #expect(problems(try report("outside", through: ["limited"])) == ["0 nameConstraint"])
        #expect(problems(try report("weak")) == ["0 weakKey"])
        #expect(problems(try report("sha1")) == ["0 weakSignature"])
        #expect(
            problems(try report("deep", through: ["leaf", "inter"])) == ["1 notAnAuthority", "2 pathTooLong"])
        #expect(problems(try report("below", through: ["sub", "inter"])) == ["2 pathTooLong"])
    }

    @Test("finds a changed signature") func findsForgery() throws {
        var der = try Self.certificate("leaf").der
        der[der.count - 5] ^= 1
        var verifier = X509ChainVerifier()
        verifier.roots = [try Self.certificate("root")]
        let forged = try verifier.verify(
            try X509Certificate(der: der), intermediates: [try Self.certificate("inter")], at: Self.now)
        #expect(!forged.isValid && forged.problems.map(\.kind) == [.badSignature])
        #expect(forged.problems.first?.reason == "the signature is not by the key of CN=inter")
    }

    @Test("agrees with openssl verify") func agreesWithOpenSSL() throws {
        try Peer.inFolder { folder in
            for (name, bytes) in Self.files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
            for leaf in ["leaf", "client", "code", "unnamed", "outside", "deep", "below", "weak", "sha1"] {
                for (purpose, name) in [(X509ChainVerifier.Purpose.server, "sslserver"), (.client, "sslclient")] {
                    let chain = ["inter", "limited", "leaf", "sub"]
                    let answer = try Peer.run(
                        ["openssl", "verify", "-CAfile", "root.pem", "-purpose", name, "-auth_level", "2"]
                            + chain.flatMap { ["-untrusted", "\($0).pem"] } + ["\(leaf).pem"], in: folder)
                    let ours = try report(leaf, through: chain, purpose: purpose)
                    #expect(ours.isValid == (answer.status == 0), "\(leaf) \(name): \(answer.errors) \(ours.problems)")
                }
            }
        }
    }

    @Test("rejects names that are none") func rejectsNames() throws {
        for name in ["", ".example.org", "bücher..example"] {
            #expect(throws: KeyError.self, "\(name)") { try report("leaf", name: name) }
        }
    }

    // MARK: Files

    @Test("reads certificates from every kind of file, sorted from the leaf to the root")
    func readsFiles() throws {
        try Peer.inFolder { folder in
            for (name, bytes) in Self.files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
            func made(_ command: String) throws -> [UInt8] {
                let answer = try Peer.run(["bash", "-c", command], in: folder)
                #expect(answer.status == 0, "\(command): \(answer.errors)")
                return answer.output
            }
            let names = ["leaf", "inter", "root"]
            let passphrase = SecretBytes(copying: "pw".utf8)
            for command in [
                "cat root.pem leaf.key leaf.pem inter.pem",
                "openssl crl2pkcs7 -nocrl -certfile root.pem -certfile inter.pem -certfile leaf.pem",
                "openssl crl2pkcs7 -nocrl -outform DER -certfile leaf.pem -certfile root.pem -certfile inter.pem",
                "cat inter.pem root.pem > ca.pem; openssl pkcs12 -export -legacy -inkey leaf.key -in leaf.pem "
                    + "-certfile ca.pem -passout pass:pw",
                "cat inter.pem root.pem > ca.pem; openssl pkcs12 -export -inkey leaf.key -in leaf.pem -certfile ca.pem "
                    + "-passout pass:pw",
                "cat root.pem inter.pem leaf.pem > all.pem; openssl pkcs12 -export -nokeys -in all.pem -passout pass:pw",
                "openssl cms -sign -stream -nodetach -outform DER -in leaf.ext -inkey leaf.key -signer leaf.pem "
                    + "-certfile inter.pem -md sha512 > a.p7; "
                    + "openssl crl2pkcs7 -nocrl -outform DER -certfile leaf.pem -certfile root.pem -certfile inter.pem",
            ] {
                let found = try X509Certificate.all(in: try made(command), passphrase: passphrase)
                #expect(X509Certificate.sortedByIssuer(found).map(\.subject.commonName) == names, "\(command)")
            }
            #expect(throws: KeyError.self) { try X509Certificate.all(in: try made("cat leaf.key")) }
            #expect(throws: KeyError.self) { try X509Certificate.all(in: try made("cat leaf.csr")) }
        }
    }
}
