internal import ArcaCore

/// A JSON object, written again.
struct MACJSONRecipe {
    enum Escaping: Double, CaseIterable { case none = 0, unicode = 0.5, unicodeAndSlash = 0.6, slash = 0.8 }

    var omitsSignature = false
    var isSorted = false
    var isSpaced = false
    var escaping = Escaping.none
    /// The name of the only member that is signed, as in Alipay's responses.
    var member: String?

    var cost: Double {
        0.3 + (isSorted ? 0.5 : 0) + (isSpaced ? 1 : 0) + escaping.rawValue + (member == nil ? 0 : 0.5)
    }

    static func all(for request: MACRequest) -> [MACJSONRecipe] {
        guard let object = request.json?.object else { return [] }
        var recipes: [MACJSONRecipe] = []
        let members: [String?] = [nil] + object.members.prefix(8).filter { $0.value.object != nil }.map(\.name)
        for member in members {
            for omits in member == nil ? [true, false] : [false] {
                for sorts in [false, true] {
                    for isSpaced in [false, true] {
                        for escaping in Escaping.allCases {
                            recipes.append(
                                Self(
                                    omitsSignature: omits, isSorted: sorts, isSpaced: isSpaced, escaping: escaping,
                                    member: member))
                        }
                    }
                }
            }
        }
        return recipes
    }

    func text(_ request: MACRequest, _ signatures: [MACSignature]) -> [UInt8]? {
        guard let json = request.json, let object = json.object else { return nil }
        if let member { return object[member].map(write) }
        guard omitsSignature else { return write(json) }
        var rest = JSONObject()
        for member in object.members {
            let parameter = MACRequest.Parameter(Array(member.name.utf8), Array((member.value.string ?? "").utf8))
            guard !MACParameterRecipe.isOmitted(parameter, .signatureAndType, signatures) else { continue }
            rest.append(member.name, member.value)
        }
        return write(.object(rest))
    }

    var words: [String] {
        var words = [
            member.map { "the member \($0)" } ?? "the JSON object"
                + (omitsSignature ? ", without the signature" : "")
        ]
        words[0] += isSpaced ? ", with spaces after commas and colons" : ", compact"
        if isSorted { words.append("members sorted by name at all levels") }
        switch escaping {
        case .none: break
        case .unicode: words.append("other characters than ASCII escaped as \\u")
        case .unicodeAndSlash: words.append("other characters than ASCII escaped as \\u, and / as \\/")
        case .slash: words.append("/ escaped as \\/")
        }
        return words
    }

    // MARK: Writing

    private func write(_ value: JSONValue) -> [UInt8] {
        var output: [UInt8] = []
        write(value, into: &output)
        return output
    }

    private func write(_ value: JSONValue, into output: inout [UInt8]) {
        switch value {
        case .object(let object):
            var members = object.members
            if isSorted { members.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
            output.append(.leftBrace)
            for (index, member) in members.enumerated() {
                if index > 0 { separate(.comma, into: &output) }
                write(.string(member.name), into: &output)
                separate(.colon, into: &output)
                write(member.value, into: &output)
            }
            output.append(.rightBrace)
        case .array(let values):
            output.append(.leftBracket)
            for (index, value) in values.enumerated() {
                if index > 0 { separate(.comma, into: &output) }
                write(value, into: &output)
            }
            output.append(.rightBracket)
        case .string: escape(value.text(), into: &output)
        case .number(let number): output += number.description.utf8
        case .null, .bool: output += value.text().utf8
        }
    }

    private func separate(_ sign: UInt8, into output: inout [UInt8]) {
        output.append(sign)
        if isSpaced { output.append(.space) }
    }

    private func escape(_ text: String, into output: inout [UInt8]) {
        let escapesSlash = escaping == .slash || escaping == .unicodeAndSlash
        guard escaping == .unicode || escaping == .unicodeAndSlash else {
            for byte in text.utf8 {
                if byte == .slash, escapesSlash { output.append(.backslash) }
                output.append(byte)
            }
            return
        }
        for unit in text.utf16 {
            if unit < 0x80 {
                if unit == UInt16(UInt8.slash), escapesSlash { output.append(.backslash) }
                output.append(UInt8(unit))
            } else {
                let digits = String(unit, radix: 16)
                output += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
            }
        }
    }
}
