import ArcaCompression
import ArcaKernels
import ArcaTestSupport
import Testing

@Suite struct ShortStringModelTests {
    /// A new model for a kind.
    private func model(_ kind: ShortStringKind) -> ShortStringModel {
        kind.dictionary.withUnsafeBufferPointer { ShortStringModel($0, endsWithBrackets: kind == .json) }
    }

    @Test(
        "rejects an output that is too small by any number of bytes, whatever follows it",
        arguments: [ShortStringKind.json, .english])
    func capacities(kind: ShortStringKind) {
        let model = model(kind)
        var random = Repeatable(21)
        var inputs = [Array("{}".utf8), Array("\n{;a".utf8), Array(#"[{"id":1},{"id":2}]"#.utf8)]
        for count in 1...40 {
            inputs.append(random.bytes(count))
            inputs.append(random.bytes(count).map { Array("{}[]".utf8)[Int($0 & 3)] })
        }
        for input in inputs {
            guard let whole = encode(input, model, capacity: 400, behind: 0) else {
                Issue.record("no room for \(input)")
                continue
            }
            for capacity in 0...whole.count + 1 {
                for behind: UInt8 in [0, 1] {
                    let bytes = encode(input, model, capacity: capacity, behind: behind)
                    // Room for trailing zero bytes may be required, although they are dropped.
                    #expect(bytes == whole || bytes == nil && capacity < whole.count + 8, "\(input), \(capacity)")
                    #expect(bytes == nil || capacity >= whole.count, "\(input), \(capacity)")
                }
            }
        }
    }

    /// Encodes into the start of a longer output, and checks that the remainder is unchanged.
    private func encode(_ input: [UInt8], _ model: ShortStringModel, capacity: Int, behind: UInt8) -> [UInt8]? {
        var output = [UInt8](repeating: behind, count: capacity + 16)
        let count = input.withUnsafeBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                output.baseAddress.flatMap { model.encode(input, into: $0, capacity: capacity) }
            }
        }
        #expect(output[capacity...].allSatisfy { $0 == behind })
        return count.map { Array(output.prefix($0)) }
    }
}
