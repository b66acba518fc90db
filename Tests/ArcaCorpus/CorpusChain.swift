internal import ArcaCodecCatalog
internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCompression
internal import ArcaTestSupport
internal import Foundation

/// Content with encodings around it.
package struct CorpusChain {
    /// The purpose of a chain.
    package enum Group: String, CaseIterable {
        /// Lossless encodings.
        case plain
        /// Plain chains as people paste them: wrapped, indented, quoted, with a line break.
        case pasted
        /// A letter cipher over at least 60 letters, inside encodings.
        case cipher
        /// A cipher with a key derived from the text: some hundred letters, or sixty for XOR.
        case keyed
        /// Text formats for bytes beyond base encodings: lists of numbers, dumps, old mail.
        case forms
        /// Truncated encodings.
        case cut
        /// A signed token inside encodings.
        case token
        /// A layer that no codec can undo.
        case unknown
    }

    package let group: Group
    let kind: CorpusContent.Kind
    /// The steps, outermost first, in the notation of recipes.
    let steps: [String]
    package let input: [UInt8]
    let content: [UInt8]

    private struct Step: Sendable {
        let name: String
        let encode: @Sendable ([UInt8]) -> [UInt8]?
    }

    private static func step(_ name: String, _ options: Codec.Options = [:], limit: Int = .max) -> Step {
        Step(name: name) { bytes in
            guard bytes.count <= limit, let encoded = try? Codec(named: name).encode(bytes, options) else { return nil }
            return encoded == bytes ? nil : encoded
        }
    }

    /// A step that only applies to text.
    private static func text(_ name: String, _ options: Codec.Options = [:], limit: Int = .max) -> Step {
        let step = step(name, options, limit: limit)
        return Step(name: name) { String(validating: $0, as: UTF8.self) == nil ? nil : step.encode($0) }
    }

    /// Without escapes, a quoted string cannot be recognized as JSON.
    private static let quoted = Step(name: "json") { bytes in
        guard let encoded = step("json").encode(bytes), encoded.contains(UInt8(ascii: "\\")) else { return nil }
        return encoded
    }

    /// A field without an encoded word is only folded.
    private static let encodedWord = Step(name: "mime-word") { bytes in
        guard let encoded = text("mime-word", limit: 400).encode(bytes),
            String(decoding: encoded, as: UTF8.self).contains("=?")
        else { return nil }
        return encoded
    }

    private static let plainSteps: [Step] = [
        step("base64"), step("base64"), step("base64"), step("base64", [.wrap: 76]), step("base64", [.wrap: 64]),
        step("base64", [.noPadding: true]), step("base64url"), step("base64url", [.noPadding: true]), step("mime"),
        step("base16"), step("base16"), step("base16", [.upper: true]), step("base32"),
        step("base32", [.noPadding: true]),
        step("base32hex"), step("base32", [.lower: true]), step("base45"), step("base58", limit: 2000),
        step("base62", limit: 2000),
        step("ascii85"), step("ascii85", [.adobe: true]), step("base85"), step("z85"), step("crockford"),
        step("zbase32"),
        step("percent"), step("percent", [.form: "form"]), text("qp"), text("html"), text("unicode"),
        text("unicode", [.form: "hex"]), quoted, step("hexdump"), step("hexdump", [.layout: "canonical"]),
        step("hexdump", [.layout: "plain"]), step("data-uri", [.form: "base64"]), step("pem", [.label: "MESSAGE"]),
        step("c-array"), encodedWord,
        Step(name: "gunzip") { try? Deflater.deflate($0, format: .gzip) },
        Step(name: "inflate") { try? Deflater.deflate($0, format: .zlib) },
        Step(name: "utf16") { bytes in
            String(validating: bytes, as: UTF8.self).map {
                [0xff, 0xfe] + $0.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            }
        },
        Step(name: "utf16le") { bytes in
            String(validating: bytes, as: UTF8.self).map { $0.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }
        },
    ]

    /// Steps used only if the catalog has their codec.
    private static let formSteps: [Step] = [
        step("binary"), step("binary"), step("octal"), step("decimal"), step("decimal"), step("a1z26"), step("morse"),
        step("uuencode"), step("modhex"), reversed, escaped("c"),
        step("string", [.form: "python"]),
        escaped("swift"), changed("binary", " ", ""), changed("binary", " ", ","),
        changed("decimal", " ", ", "),
        changed("decimal", " ", "\n"), Step(name: "base16") { separated($0, ":") },
        Step(name: "base16") { separated($0, " ") },
        step("base36", limit: 2000), step("base91"), text("utf7"), step("punycode"), step("bacon"), unicodeEscaped,
        exclusiveOr,
        Step(name: "base16") { separated($0, ", ", "0x") }, Step(name: "base16") { separated($0, "", "\\x") },
    ]

    /// Without a character beyond 8 bits it is plain percent-encoding.
    private static let unicodeEscaped = Step(name: "js-escape") { bytes in
        guard let text = text("js-escape").encode(bytes), String(decoding: text, as: UTF8.self).contains("%u") else {
            return nil
        }
        return text
    }

    /// The key is derived from the length; it never maps text to text.
    private static let exclusiveOr = Step(name: "xor") { bytes in
        let key = UInt8(0x41 + bytes.count % 190)
        return bytes.map { $0 ^ key }
    }

    /// In other scripts, reversed text looks like ordinary text.
    private static let reversed = Step(name: "reverse") { bytes in
        bytes.allSatisfy { $0 < 0x80 } ? step("reverse").encode(bytes) : nil
    }

    /// Without escapes, a quoted string cannot be recognized as a literal.
    private static func escaped(_ form: String) -> Step {
        Step(name: "string") { bytes in
            guard let text = text("string", [.form: .text(form)]).encode(bytes), text.contains(UInt8(ascii: "\\"))
            else {
                return nil
            }
            return text
        }
    }

    /// A step with its separators replaced.
    private static func changed(_ name: String, _ old: String, _ new: String) -> Step {
        let step = step(name)
        return Step(name: name) { bytes in
            step.encode(bytes).map {
                Array(String(decoding: $0, as: UTF8.self).replacingOccurrences(of: old, with: new).utf8)
            }
        }
    }

    /// Hexadecimal bytes with a prefix and a separator.
    private static func separated(_ bytes: [UInt8], _ separator: String, _ prefix: String = "") -> [UInt8] {
        Array(bytes.map { prefix + hexText([$0]) }.joined(separator: separator).utf8)
    }

    /// Text encrypted with a key of several letters or bytes.
    private static func keyed(_ content: inout CorpusContent) -> (bytes: [UInt8], steps: [Step]) {
        let alphabet = String("ABCDEFGHIJKLMNOPQRSTUVWXYZ".shuffled(using: &content.random))
        let word = content.pick(["key", "lemon", "secret", "orange", "cipher"])
        switch content.number(0...2) {
        case 0: return (Array(content.prose(letters: 400).utf8), [step("vigenere", [.key: .text(word)])])
        case 1: return (Array(content.prose(letters: 400).utf8), [step("substitution", [.key: .text(alphabet)])])
        default:
            let key = content.pick(["key", "secret", "correct horse", "0x017f7a71", "S3cr3t!"])
            // The result is bytes, which people write as text.
            return (
                Array(content.english(letters: 60).utf8),
                [step("xor", [.key: .text(key)]), content.pick([step("base16"), step("base64")])]
            )
        }
    }

    private static func cipher(_ content: inout CorpusContent) -> Step {
        switch content.number(0...6) {
        case 0: return step("rot13")
        case 1: return step("caesar", [.shift: .number(content.number(1...25))])
        case 2: return step("rot47")
        case 3: return step("atbash")
        case 4:
            let key = "\(content.pick([3, 5, 7, 9, 11, 15, 17, 19, 21, 23])),\(content.number(0...25))"
            return step("affine", [.key: .text(key)])
        case 5: return step("rail-fence", [.key: .text("\(content.number(2...8))")])
        default: return step("caesar", [.shift: .number(content.number(1...25))])
        }
    }

    /// A layer that no codec can undo without a key.
    private static func unknown(_ content: inout CorpusContent) -> Step {
        switch content.number(0...3) {
        case 0:
            let alphabet = String((CorpusContent.base62 + "+/").shuffled(using: &content.random))
            return Step(name: "base64 of an unknown alphabet") {
                try? Codec.base64.encode($0, [.alphabet: .text(alphabet)])
            }
        case 1:
            let key = content.random.bytes(13)
            return Step(name: "hex of XOR") { bytes in
                Base16.standard.encodeToBytes(
                    bytes.indices.map { bytes[$0] ^ key[$0 % 13] ^ UInt8(truncatingIfNeeded: $0 &* 7) })
            }
        case 2:
            let columns = content.number(5...9)
            return Step(name: "columns") { bytes in
                bytes.count < 20
                    ? nil
                    : (0..<columns).flatMap { column in
                        stride(from: column, to: bytes.count, by: columns).map { bytes[$0] }
                    }
            }
        default:
            return Step(name: "base92 and its like") { bytes in
                let symbols = Array(
                    "!#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}".utf8)
                return bytes.flatMap { [symbols[Int($0) / 16 + 40], symbols[Int($0) % 16 * 3 + Int($0) % 3]] }
            }
        }
    }

    /// Text as people paste it: with a line break, indented, wrapped, mail-quoted or in quotes; nil if that would
    /// change it.
    private static func pasted(_ bytes: [UInt8], _ content: inout CorpusContent) -> [UInt8]? {
        guard bytes.allSatisfy({ (0x21...0x7e).contains($0) }), bytes.count > 8 else { return nil }
        switch content.number(0...4) {
        case 0: return bytes + [0x0a]
        case 1: return [0x20, 0x20] + bytes
        case 2:
            let lines = stride(from: 0, to: bytes.count, by: 40).map { Array(bytes[$0..<min($0 + 40, bytes.count)]) }
            return Array(lines.joined(separator: [0x0a]))
        case 3:
            let mark = Array((bytes.count % 2 == 0 ? "    " : "> ").utf8)
            let lines = stride(from: 0, to: bytes.count, by: 60).map {
                mark + bytes[$0..<min($0 + 60, bytes.count)]
            }
            return Array(lines.joined(separator: [0x0d, 0x0a])) + [0x0d, 0x0a]
        default: return bytes[0] == 0x22 ? nil : [0x22] + bytes + [0x22]
        }
    }

    /// Truncated text; nil if the truncation would not show.
    private static func cut(_ bytes: [UInt8], _ steps: [String], _ content: inout CorpusContent) -> [UInt8]? {
        // In a number, each symbol affects all others.
        guard bytes.count >= 48, !steps.contains("base58"), !steps.contains("base62") else { return nil }
        return Array(bytes.dropLast(content.number(1...bytes.count / 4)))
    }

    /// The claims of a signed token, and the token.
    private static func token(_ content: inout CorpusContent) -> (content: [UInt8], token: [UInt8]) {
        let header = content.pick([
            #"{"alg":"HS256","typ":"JWT"}"#, #"{"typ":"JWT","alg":"RS256","kid":"\#(content.number(1...9))"}"#,
            #"{"alg":"none"}"#,
        ])
        let signature = header.contains("none") ? [] : content.random.bytes(header.contains("HS256") ? 32 : 256)
        let parts = [Array(header.utf8), content.content(.json), signature]
        let token = Array(parts.map { Base64.urlUnpadded.encodeToBytes($0) }.joined(separator: [0x2e]))
        return ((try? Codec(named: "jwt").decode(token)) ?? [], token)
    }

    /// Whether an answer is the content of the chain; a pasted line break is ignored, and a truncated chain yields a
    /// prefix of more than half of the content, with a possibly damaged last character.
    package func isRight(_ answer: [UInt8]) -> Bool {
        guard group == .cut else { return answer == content || answer == content + [0x0a] }
        return answer.count * 2 > content.count && answer.count <= content.count + 1
            && content.starts(with: answer.dropLast(4))
    }

    /// Creates a chain of a group; `content` is the source of randomness.
    package static func make(_ group: Group, _ content: inout CorpusContent) -> CorpusChain {
        while true {
            let kind = group == .cipher || group == .keyed ? .text : content.pick(CorpusContent.Kind.allCases)
            let form = group == .forms ? content.pick(formSteps) : nil
            let keyed = group == .keyed ? keyed(&content) : nil
            let token = group == .token ? token(&content) : nil
            let bytes: [UInt8] =
                switch form?.name {
                case "morse", "bacon": Array(content.phrase().uppercased().utf8)
                case "a1z26": Array(content.phrase().utf8)
                case "punycode": Array(content.domain().utf8)
                case "xor": Array(content.english(letters: 30).utf8)
                default:
                    token?.content ?? keyed?.bytes
                        ?? (group == .cipher ? Array(content.english(letters: 60).utf8) : content.content(kind))
                }
            var input = token?.token ?? bytes
            var names = token == nil ? [] : ["jwt"]
            func add(_ step: Step) {
                guard let next = step.encode(input), next.count < 20_000 else { return }
                input = next
                names.insert(step.name, at: 0)
            }
            switch group {
            case .cipher: add(cipher(&content))
            case .keyed: for step in keyed?.steps ?? [] { add(step) }
            case .forms:
                if let form { add(form) }
                // The result is bytes, which people write as text.
                if form?.name == "xor" { add(content.pick([step("base16"), step("base64")])) }
            case .unknown: add(unknown(&content))
            default: break
            }
            if [.forms, .cipher, .keyed, .unknown].contains(group), names.isEmpty { continue }
            let depth = content.pick([1, 1, 1, 1, 2, 2, 2, 3, 3, 4])
            // The other groups have their own step.
            for _ in 0..<([.plain, .pasted, .cut].contains(group) ? depth : depth - 1) { add(content.pick(plainSteps)) }
            if group == .pasted {
                guard names.count > 0, let next = pasted(input, &content) else { continue }
                input = next
            }
            if group == .cut {
                guard let next = cut(input, names, &content) else { continue }
                input = next
            }
            guard !names.isEmpty, input != bytes else { continue }
            return CorpusChain(group: group, kind: kind, steps: names, input: input, content: bytes)
        }
    }
}
