import ArcaCodecs
import ArcaCrypto
import ArcaVectors
import Testing

/// The hash functions on NIST's short, long, variable-output and Monte Carlo files and on the vectors of their authors.
@Suite struct DigestVectorTests {
    static let folders = ["sha1", "sha2", "sha3", "shake", "md5", "ripemd160", "blake2", "sm3"]
    static let entries = folders.flatMap { VectorFiles.entries(in: $0) }
    static let messageFiles = entries.filter { !$0.name.hasSuffix("Monte") }
    static let chainFiles = entries.filter { $0.name.hasSuffix("Monte") }

    @Test("digests of messages are as published, in one go and in pieces", arguments: messageFiles)
    func messages(entry: VectorFiles.Entry) throws {
        let function = try Self.function(of: entry)
        let fields: Set<String> = [
            "L", "Len", "Msg", "MD", "COUNT", "Outputlen", "Output", "Input Length",
            "Minimum Output Length (bits)", "Maximum Output Length (bits)",
        ]
        try VectorFiles.run(entry, fields: fields) { vector in
            var message = try vector.bytes("Msg")
            if let length = vector["Len"] {
                // An empty message is written as one zero byte.
                if length == "0" { message = [] }
                guard Int(length) == message.count * 8 else { return false }
            }
            if let length = vector["Input Length"] { guard Int(length) == message.count * 8 else { return false } }
            let expected = try vector.bytes(function.isExtendable ? "Output" : "MD")
            var outputByteCount: Int?
            if function.isExtendable {
                outputByteCount = try vector.integer("Outputlen") / 8
                guard outputByteCount == expected.count else { return false }
            } else if let length = vector["L"] {
                // Bytes for SHA-1 and SHA-2, bits for SHA-3.
                let count = entry.path.hasPrefix("sha3") ? function.digestByteCount * 8 : function.digestByteCount
                guard Int(length) == count else { return false }
            }
            var stream = try HashStream(function)
            let split = message.count * (vector.number % 8) / 7
            stream.update(message[..<min(split, message.count)])
            stream.update(message[min(split, message.count)...])
            return try function.hash(message, outputByteCount: outputByteCount) == expected
                && stream.finalize(outputByteCount: outputByteCount) == expected
        }
    }

    @Test("Monte Carlo chains of 100,000 digests end as published", arguments: chainFiles)
    func chains(entry: VectorFiles.Entry) throws {
        let function = try Self.function(of: entry)
        if function.isExtendable {
            try runExtendable(entry, function)
        } else if entry.path.hasPrefix("sha3") {
            var digest: [UInt8]?
            try VectorFiles.run(entry, fields: ["L", "Seed", "COUNT", "MD"]) { vector in
                var last = try digest ?? vector.bytes("Seed")
                for _ in 0..<1000 { last = try function.hash(last) }
                digest = last
                return try last == vector.bytes("MD")
            }
        } else {
            // SHA-1 and SHA-2 hash the last three digests, which all start as the seed (SHAVS, section 6.4).
            var seed: [UInt8]?
            try VectorFiles.run(entry, fields: ["L", "Seed", "COUNT", "MD"]) { vector in
                let start = try seed ?? vector.bytes("Seed")
                var message = start + start + start
                var last = start
                for _ in 0..<1000 {
                    last = try function.hash(message)
                    message.removeFirst(last.count)
                    message += last
                }
                seed = last
                return try last == vector.bytes("MD")
            }
        }
    }

    /// SHA3VS, section 6.3.3: each output gives the next message and the next length.
    private func runExtendable(_ entry: VectorFiles.Entry, _ function: HashFunction) throws {
        var state: (output: [UInt8], count: Int)?
        let fields: Set<String> = [
            "Msg", "COUNT", "Outputlen", "Output", "Minimum Output Length (bits)", "Maximum Output Length (bits)",
        ]
        try VectorFiles.run(entry, fields: fields) { vector in
            let least = (try vector.integer("Minimum Output Length (bits)") + 7) / 8
            let most = try vector.integer("Maximum Output Length (bits)") / 8
            var (output, count) = try state ?? (vector.bytes("Msg"), most)
            for _ in 0..<1000 {
                var message = Array(output.prefix(16))
                message += [UInt8](repeating: 0, count: 16 - message.count)
                output = try function.hash(message, outputByteCount: count)
                let tail = Int(output[output.count - 2]) << 8 | Int(output[output.count - 1])
                count = least + tail % (most - least + 1)
            }
            state = (output, count)
            return try output == vector.bytes("Output") && output.count * 8 == vector.integer("Outputlen")
        }
    }

    private static func function(of entry: VectorFiles.Entry) throws -> HashFunction {
        switch entry.path.split(separator: "/")[0] {
        case "md5": return .md5
        case "ripemd160": return .ripemd160
        case "sm3": return .sm3
        case "blake2": return try HashFunction(named: entry.name)
        default:
            let name = ["ShortMsg", "LongMsg", "Monte", "VariableOut"].reduce(entry.name) { name, suffix in
                name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
            }
            // `SHA512_256` and `SHA3_256` spell the slash and the hyphen alike.
            let spelling =
                name.hasPrefix("SHA512_")
                ? "SHA512/" + name.dropFirst(7) : name.hasPrefix("SHA3_") ? "SHA3-" + name.dropFirst(5) : name
            return try HashFunction(named: spelling)
        }
    }
}
