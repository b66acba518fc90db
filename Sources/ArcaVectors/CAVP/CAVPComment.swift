import ArcaCore

/// The comments in which NIST's tool describes a file.
enum CAVPComment {
    /// `AESVS GFSbox test data for CBC`: the test and the mode.
    static func aes(_ text: String) -> (test: Substring, mode: Substring)? {
        TextScanner.first("AESVS ", in: text) { scanner in
            guard let test = scanner.takeSome(while: { !$0.isWhitespace }), scanner.take(" test data for "),
                let mode = scanner.takeSome(while: { !$0.isWhitespace })
            else { return nil }
            return (test, mode)
        }
    }

    /// `KAT for CFB8`, `Monte Carlo (Modes) Test for CBC`: the mode.
    static func tripleDES(_ text: String) -> String? {
        TextScanner.first(" for ", in: text) { scanner in
            let before = text[..<scanner.rest.startIndex].dropLast(5)
            guard before.hasSuffix("KAT") || before.hasSuffix("Test"),
                let letters = scanner.takeSome(while: \.isCapital)
            else { return nil }
            let digits = scanner.take(while: \.isDigit)
            return scanner.rest.first?.isWord == true ? nil : String(letters + digits)
        }
    }

    /// `SHA-256 ShortMsg`: the hash function and the test.
    static func hash(_ text: String) -> (name: Substring, test: String)? {
        TextScanner.first("SHA", in: text) { scanner in
            let start = scanner.rest.startIndex
            guard let word = scanner.takeSome(while: { !$0.isWhitespace }), scanner.take(" "),
                let test = scanner.take(oneOf: ["ShortMsg", "LongMsg", "Monte", "VariableOut"])
            else { return nil }
            return (text[text.utf8.index(start, offsetBy: -3)..<word.endIndex], test)
        }
    }

    /// `800-38F KW-AE with AES-128 inverse cipher function`: the wrapping, and whether the inverse cipher wraps.
    static func keyWrap(_ text: String) -> (name: String, isInverse: Bool)? {
        TextScanner.first("800-38F ", in: text) { scanner in
            guard let name = scanner.take(oneOf: ["TKWP", "TKW", "KWP", "KW"]),
                scanner.take(oneOf: ["-AE with ", "-AD with "]) != nil,
                scanner.takeSome(while: { !$0.isWhitespace }) != nil, scanner.take(" ")
            else { return nil }
            let isInverse = scanner.take("inverse ")
            return scanner.take("cipher") ? (name, isInverse) : nil
        }
    }

    /// `SigGen RSA PKCS#1 Ver 1.5`: `Gen` or `Ver`, and whether the padding is PSS.
    ///
    /// The wording differs between versions of the tool.
    static func rsa(_ text: String) -> (step: String, isPSS: Bool)? {
        TextScanner.first("Sig", in: text) { scanner in
            guard let step = scanner.take(oneOf: ["Gen", "Ver"]) else { return nil }
            _ = scanner.take(" RSA")
            guard scanner.take(oneOf: [" PKCS#1 ", " PKCS #1 "]) != nil,
                let padding = scanner.take(oneOf: ["Ver1.5", "Ver 1.5", "RSASSA-PSS", "PSS"])
            else { return nil }
            return (step, padding.hasSuffix("PSS"))
        }
    }
}
