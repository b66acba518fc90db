internal import ArcaCore
internal import ArcaContainers

/// age files: recipients, the passphrase's work factor, the payload's length.
enum AgeInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        if let armored = Age.dearmored(data.bytes) {
            var inspection =
                parse(armored.bytes, byteCount: armored.isComplete ? armored.bytes.count : nil)
                ?? Inspection("age", "file encrypted by age, armored")
            inspection.add("armored", true)
            if data.isWhole, !armored.isComplete { inspection.note("the armor is damaged or cut") }
            return inspection
        }
        guard data.starts(with: Age.Header.versionPrefix) else { return nil }
        return parse(data.bytes, byteCount: data.byteCount)
    }

    private static func parse(_ bytes: [UInt8], byteCount: Int?) -> Inspection? {
        guard bytes.starts(with: Age.Header.versionPrefix) else { return nil }
        var inspection = Inspection("age", "file encrypted by age")
        let version = bytes.prefix { $0 != .newline }.dropFirst(Age.Header.versionPrefix.count)
        inspection.add("version", String(decoding: version, as: UTF8.self))
        guard version.elementsEqual("v1".utf8) else {
            inspection.note("only version v1 is known")
            return inspection
        }
        guard let header = try? Age.Opener(MemoryReader(bytes)).header else {
            inspection.note("the header is damaged or cut")
            return inspection
        }
        inspection.add("cipher", "ChaCha20-Poly1305 in chunks of 64 KiB")
        for stanza in header.stanzas {
            // A post-quantum recipient's encapsulated key would fill the screen.
            let arguments = stanza.arguments.map { $0.count > 64 ? $0.prefix(32) + "…" : $0 }
            inspection.add(recipient: ([stanza.type] + arguments).joined(separator: " "))
            if stanza.type == "scrypt", stanza.arguments.count == 2, let logN = Int(digits: stanza.arguments[1]) {
                inspection.add(.scrypt(logN: logN, r: 8, p: 1))
            }
        }
        var types: Set<String> = []
        for stanza in header.stanzas where !stanza.pluginNames.isEmpty && types.insert(stanza.type).inserted {
            let programs = stanza.pluginNames.map { "age-plugin-\($0)" }.joined(separator: " or ")
            inspection.note("\(stanza.type) needs a key of the program \(programs)")
        }
        inspection.add("post-quantum", header.isPostQuantum.map { $0 ? "yes" : "no" } ?? "unknown")
        if header.mixesPostQuantum {
            inspection.note("a quantum computer could open it: not all recipients are post-quantum")
        }
        inspection.add("header bytes", header.byteCount)
        if let byteCount {
            if let count = header.plaintextByteCount(ofFile: byteCount) {
                inspection.add("plaintext bytes", count)
            } else {
                inspection.note("the payload is cut")
            }
        }
        return inspection
    }
}
