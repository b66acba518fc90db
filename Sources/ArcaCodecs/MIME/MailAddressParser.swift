/// A parser for the lists of mailboxes in From, To and similar fields (RFC 5322, section 3.4).
struct MailAddressParser {
    private var scanner: HeaderScanner
    private let strictness: Strictness
    private let charsets: any CharsetDecoding
    private var mailboxes: [MailAddress] = []
    private var groups: [String] = []
    private var isInGroup = false
    /// The unquoted and quoted pieces of the current element, as they are in the field and decoded.
    private var pieces: [(raw: [UInt8], text: String, isQuoted: Bool)] = []
    private var elementStart = 0
    private var comment = ""
    /// Whether the current element ended with an angle bracket or the end of a group.
    private var isComplete = false

    /// Parses a field's value; also returns the names of groups, which the mailboxes do not contain.
    static func list(
        _ bytes: [UInt8], _ strictness: Strictness, _ charsets: any CharsetDecoding
    ) throws(CodecError) -> (mailboxes: [MailAddress], groups: [String]) {
        var parser = MailAddressParser(
            scanner: HeaderScanner(bytes), strictness: strictness, charsets: charsets)
        try parser.parse()
        return (parser.mailboxes, parser.groups)
    }

    private init(scanner: HeaderScanner, strictness: Strictness, charsets: any CharsetDecoding) {
        self.scanner = scanner
        self.strictness = strictness
        self.charsets = charsets
    }

    private var isStrict: Bool { strictness == .strict }

    private mutating func parse() throws(CodecError) {
        while true {
            try skipComments()
            guard let byte = scanner.next else { break }
            switch byte {
            case .comma:
                try endElement()
                scanner.offset += 1
            case .colon where !isInGroup && !pieces.isEmpty:
                groups.append(phrase)
                pieces = []
                isInGroup = true
                scanner.offset += 1
            case .semicolon where isInGroup:
                try endElement(isOptional: true)
                (isInGroup, isComplete) = (false, true)
                scanner.offset += 1
            case .lessThan: try angleAddress()
            case .quotationMark:
                let start = scanner.offset
                let content = try scanner.quotedString()
                let text = isStrict ? try plainText(content, at: start) : try decoded(content, at: start)
                add(text, isQuoted: true, from: start)
            default: try run()
            }
        }
        guard !isInGroup || !isStrict else {
            throw scanner.error(.truncated, "group of mailboxes is not closed", hint: "it ends with a semicolon")
        }
        try endElement(isOptional: mailboxes.isEmpty || !groups.isEmpty)
    }

    private mutating func skipComments() throws(CodecError) {
        scanner.skipWhitespace()
        while scanner.next == .leftParenthesis {
            let start = scanner.offset
            try scanner.skipCommentsAndWhitespace()
            // An old form of the name: address (name). Further comments are ignored.
            guard comment.isEmpty else { continue }
            comment = try decoded(Array(scanner.bytes[(start + 1)..<endOfComment(start)]), at: start + 1, .comment)
        }
    }

    /// The offset of the parenthesis that closes a comment, which is complete.
    private func endOfComment(_ start: Int) -> Int {
        var depth = 0
        var index = start
        while index < scanner.offset {
            switch scanner.bytes[index] {
            case .backslash: index += 1
            case .leftParenthesis: depth += 1
            case .rightParenthesis:
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
            index += 1
        }
        return max(start + 1, min(index, scanner.bytes.count))
    }

    /// Reads text up to a special character.
    private mutating func run() throws(CodecError) {
        let start = scanner.offset
        while let byte = scanner.next {
            if byte == .leftBracket {
                // A domain literal: user@[IPv6:2001:db8::1].
                _ = scanner.run { $0 != .rightBracket }
            } else if byte == .comma || byte == .lessThan || byte == .quotationMark || byte == .leftParenthesis {
                break
            } else if isInGroup ? byte == .semicolon : byte == .colon {
                break
            }
            scanner.offset = min(scanner.offset + 1, scanner.bytes.count)
        }
        add(try decoded(Array(scanner.bytes[start..<scanner.offset]), at: start), isQuoted: false, from: start)
    }

    private mutating func add(_ text: String, isQuoted: Bool, from start: Int) {
        if pieces.isEmpty { elementStart = start }
        pieces.append((Array(scanner.bytes[start..<scanner.offset]), text, isQuoted))
    }

    private mutating func angleAddress() throws(CodecError) {
        let start = scanner.offset
        scanner.offset += 1
        var address: [UInt8] = []
        while let byte = scanner.next, byte != .greaterThan {
            let from = scanner.offset
            switch byte {
            case .quotationMark:
                _ = try scanner.quotedString()
                address += scanner.bytes[from..<scanner.offset]
            case .leftParenthesis: try scanner.skipCommentsAndWhitespace()
            default:
                address.append(byte)
                scanner.offset += 1
            }
        }
        guard scanner.next == .greaterThan else { throw scanner.error(.truncated, at: start, "address is not closed") }
        scanner.offset += 1
        address = Self.trimmed(address)
        // An obsolete route: <@a.example,@b.example:user@c.example>.
        if address.first == .at, let colon = address.firstIndex(of: .colon) { address.removeSubrange(...colon) }
        try append(name: phrase, address, at: start)
        (pieces, isComplete) = ([], true)
        try skipComments()
        if let byte = scanner.next, byte != .comma, byte != .semicolon, isStrict {
            throw scanner.error(.invalidSyntax, "text follows the address", hint: "a comma separates mailboxes")
        }
    }

    /// Ends an element at a comma, a semicolon or the end; without angle brackets it is an address.
    private mutating func endElement(isOptional: Bool = false) throws(CodecError) {
        defer { (comment, pieces, isComplete) = ("", [], false) }
        guard !pieces.isEmpty else {
            guard isComplete || isOptional || !isStrict else {
                throw scanner.error(.invalidSyntax, "mailbox is missing", hint: "remove the comma")
            }
            return
        }
        let address = Self.trimmed(pieces.flatMap { $0.raw })
        try append(name: comment, address, at: elementStart)
    }

    private mutating func append(name: String, _ address: [UInt8], at start: Int) throws(CodecError) {
        let text = isStrict ? try plainText(address, at: start) : String(decoding: address, as: UTF8.self)
        guard !isStrict || Self.isAddress(address) else {
            throw scanner.error(.invalidSyntax, at: start, "mailbox has no address", hint: "an address is name@domain")
        }
        mailboxes.append(MailAddress(name: name, address: text))
    }

    /// Whether bytes are an address without comments: words separated by dots, and a domain (RFC 5322, section 3.4.1).
    static func isAddress(_ bytes: [UInt8]) -> Bool {
        guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7f }) else { return false }
        let isWord = { (byte: UInt8) in HeaderBytes.isAtom(byte) || byte == UInt8(ascii: ".") || byte >= 0x80 }
        var scanner = HeaderScanner(bytes)
        repeat {
            if scanner.next == .quotationMark {
                guard (try? scanner.quotedString()) != nil else { return false }
            } else if scanner.run(while: isWord).isEmpty {
                return false
            }
        } while scanner.next != .at
        scanner.offset += 1
        if scanner.next == .leftBracket {
            scanner.offset += 1
            _ = scanner.run { $0 != .leftBracket && $0 != .rightBracket }
            guard scanner.next == .rightBracket else { return false }
            scanner.offset += 1
        } else if scanner.run(while: isWord).isEmpty {
            return false
        }
        return scanner.isAtEnd
    }

    private var phrase: String {
        pieces.map { $0.isQuoted ? $0.text : Self.trimmed($0.text) }.joined(separator: " ")
    }

    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes.drop(while: { $0.isWhitespace })
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return Array(rest)
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text[...].drop { $0 == " " || $0 == "\t" }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return String(rest)
    }

    private func plainText(_ bytes: [UInt8], at start: Int) throws(CodecError) -> String {
        do {
            return try BuiltInCharsets().decode(bytes, charset: "utf-8")
        } catch {
            throw scanner.error(.invalidUTF8, at: start, "name or address is not UTF-8")
        }
    }

    private func decoded(
        _ raw: [UInt8], at start: Int, _ context: EncodedWord.Context = .phrase
    ) throws(CodecError) -> String {
        do {
            return try EncodedWord.decode(raw, context: context, strictness: strictness, charsets: charsets)
        } catch {
            throw error.moved(to: TextPosition(offset: start, in: scanner.bytes))
        }
    }
}
