internal import ArcaCore

extension ChecksumLine {
    static func isAlgorithm(_ name: ArraySlice<UInt8>) -> Bool {
        !name.isEmpty
            && name.allSatisfy { $0.isAlphanumeric || $0 == .hyphen || $0 == .slash || $0 == .underscore }
    }

    /// Splits a line of gpg, certutil, PowerShell, SFV or cksum, or `sha256:HEX  name`; nil for any other format.
    static func foreign(_ line: [UInt8]) throws(CryptoError) -> Parts? {
        guard let first = line.firstIndex(where: \.isBlank) else { return nil }
        let word = line[..<first]
        if let parts = cksum(word, line[(first + 1)...]) { return parts }
        // A line that begins with a digest has GNU's format, whatever its name looks like.
        if isDigest(word) { return nil }
        let rest = line[first...].drop(while: \.isBlank)
        // PowerShell: algorithm, digest, path.
        if let end = rest.firstIndex(where: \.isBlank), isDigest(rest[..<end]), isAlgorithm(word) {
            var name = rest[end...].drop(while: \.isBlank)
            while let last = name.last, last.isBlank { name.removeLast() }
            guard !name.suffix(3).elementsEqual("...".utf8), !name.suffix(3).elementsEqual("…".utf8) else {
                throw CryptoError(
                    .invalidFormat, at: line.count - 3, "the name of the file is cut off",
                    hint: "write the list with 'Get-FileHash | Format-List'")
            }
            if !name.isEmpty { return (String(decoding: word, as: UTF8.self), lastPart(name), rest[..<end]) }
        }
        // sha256:HEX  name
        if let colon = word.firstIndex(of: .colon), isDigest(word[(colon + 1)...]), isAlgorithm(word[..<colon]),
            !rest.isEmpty
        {
            return (String(decoding: word[..<colon], as: UTF8.self), rest, word[(colon + 1)...])
        }
        return gpg(line) ?? simpleFileVerification(line)
    }

    /// `NUMBER SIZE name`, with one space between them; the checksum includes the size.
    private static func cksum(_ word: ArraySlice<UInt8>, _ rest: ArraySlice<UInt8>) -> Parts? {
        let size = rest.prefix { $0.isDigit }
        guard word.allSatisfy(\.isDigit), let value = UInt32(String(decoding: word, as: UTF8.self)), !size.isEmpty,
            size.endIndex < rest.endIndex, rest[size.endIndex] == .space
        else { return nil }
        let name = rest[(size.endIndex + 1)...]
        guard !name.isEmpty else { return nil }
        let digits = Array(String(value, radix: 16).utf8)
        let digest = [UInt8](repeating: 0x30, count: 8 - digits.count) + digits
        return ("cksum", name, digest[...])
    }

    /// `name: HEX` and `name: ALG = HEX`, in groups of digits; also `ALG hash of name: HEX`.
    private static func gpg(_ line: [UInt8]) -> Parts? {
        guard let colon = line.lastIndex(of: .colon), colon > 0 else { return nil }
        var digits = line[(colon + 1)...].drop(while: \.isBlank)
        var name = line[..<colon]
        var algorithm: String?
        if let equals = digits.firstIndex(of: .equals) {
            let words = digits[..<equals].split(whereSeparator: \.isBlank)
            guard words.count == 1, isAlgorithm(words[0]) else { return nil }
            algorithm = String(decoding: words[0], as: UTF8.self)
            digits = digits[(equals + 1)...]
        }
        let digest = digits.filter { !$0.isBlank }
        guard isDigest(digest[...]) else { return nil }
        for middle in [" hash of file ", " hash of ", "-Hash von Datei ", "-Hash von "] where algorithm == nil {
            guard let place = name.indices.first(where: { name[$0...].starts(with: middle.utf8) }),
                isAlgorithm(name[..<place])
            else { continue }
            algorithm = String(decoding: name[..<place], as: UTF8.self)
            name = lastPart(name[(place + middle.utf8.count)...])
        }
        return (algorithm, name, digest[...])
    }

    /// `name CRC32`, and `name HEX` with the digest of a longer function.
    private static func simpleFileVerification(_ line: [UInt8]) -> Parts? {
        guard let blank = line.lastIndex(where: \.isBlank), isDigest(line[(blank + 1)...]),
            let end = line[..<blank].lastIndex(where: { !$0.isBlank })
        else { return nil }
        return (nil, line[...end], line[(blank + 1)...])
    }

    static func isDigest(_ text: ArraySlice<UInt8>) -> Bool {
        text.count >= 8 && text.count.isMultiple(of: 8) && text.allSatisfy { $0.hexDigitValue != nil }
    }

    /// The last part of an absolute Windows path; its folder exists on another computer only.
    private static func lastPart(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isWindows = name.dropFirst().starts(with: ":\\".utf8) || name.starts(with: "\\\\".utf8)
        return isWindows ? name.lastIndex(of: .backslash).map { name[($0 + 1)...] } ?? name : name
    }

    /// The functions of hashdeep, the best one first.
    private static let hashdeepFunctions = ["sha256", "sha1", "md5"]

    /// Converts hashdeep's lines to tagged lines with the strongest digest of each; the header names the columns.
    private static func taggedHashdeep(_ lines: [Candidate]) -> [Candidate] {
        var columns: [Substring] = []
        return lines.compactMap { line in
            let text = String(decoding: line.bytes, as: UTF8.self)
            if text.hasPrefix("%%%% ") {
                columns = text.dropFirst(5).split(separator: ",")
                return nil
            }
            // The name is the last column and may contain commas.
            let fields = line.bytes.split(
                separator: .comma, maxSplits: max(0, columns.count - 1), omittingEmptySubsequences: false)
            guard columns.last == "filename", fields.count == columns.count, let name = fields.last,
                let best = hashdeepFunctions.first(where: { columns.contains($0[...]) }),
                let place = columns.firstIndex(of: best[...])
            else { return line }
            var tagged = Array("\(best) (".utf8)
            tagged += name
            tagged += ") = ".utf8
            tagged += fields[place]
            return Candidate(number: line.number, bytes: tagged)
        }
    }

    /// Joins the lines of one digest.
    ///
    /// These are the groups of digits that continue one of gpg or follow a heading of certutil, and the three properties
    /// of PowerShell's list. A list of hashdeep becomes tagged lines.
    static func joined(_ lines: [Candidate]) -> [Candidate] {
        if lines.first?.bytes.starts(with: "%%%% HASHDEEP-".utf8) == true { return taggedHashdeep(lines) }
        var result: [Candidate] = []
        var properties: [String: [UInt8]] = [:]
        for line in lines {
            let digits = line.bytes.filter { !$0.isBlank }
            if digits.count >= 2, digits.allSatisfy({ $0.hexDigitValue != nil }), let last = result.last,
                last.bytes.last == .colon || line.bytes.first?.isBlank == true && last.bytes.contains(.colon)
            {
                result[result.count - 1] = Candidate(number: last.number, bytes: last.bytes + [.space] + line.bytes)
                continue
            }
            let text = String(decoding: line.bytes, as: UTF8.self)
            let parts = text.split(separator: ":", maxSplits: 1).map { Array($0.utf8.drop(while: \.isBlank)) }
            let name = String(text.prefix { $0 != " " && $0 != ":" })
            if ["Algorithm", "Hash", "Path"].contains(name), parts.count == 2 {
                properties[name] = parts[1]
                if let algorithm = properties["Algorithm"], let hash = properties["Hash"],
                    let path = properties["Path"]
                {
                    result.append(Candidate(number: line.number, bytes: algorithm + [.space] + hash + [.space] + path))
                    properties = [:]
                }
                continue
            }
            let isFrame =
                text.hasPrefix("CertUtil: ") || text.hasPrefix(";")
                || line.bytes.allSatisfy { $0.isBlank || $0 == .hyphen }
                || text.split(separator: " ") == ["Algorithm", "Hash", "Path"]
            if !isFrame { result.append(line) }
        }
        return result
    }
}
