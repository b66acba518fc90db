import ArcaCodecs
import ArcaCore
import Testing

@Suite struct TextVectorTests {
    @Test("percent-encoding agrees with the second implementation")
    func percent() throws {
        let forms: [String: PercentEncoding] = [
            "component": .component, "form": .form, "path": .path, "pathSegment": .pathSegment, "query": .query,
        ]
        for vector in try CodecVector.read("percent") { vector.check(try #require(forms[vector.form])) }
    }

    @Test("Unicode escapes agree with the second implementation")
    func unicode() throws {
        let forms: [String: UnicodeEscape] = [
            "standard": .standard, "braces": .braces, "long": .long, "hexReference": .hexReference,
            "decimalReference": .decimalReference, "codePoint": .codePoint,
        ]
        for vector in try CodecVector.read("unicode") { vector.check(try #require(forms[vector.form])) }
    }

    @Test("agrees with xxd and hexdump, and rejects damaged dumps")
    func hexDump() throws {
        let forms: [String: HexDump] = ["standard": .standard, "canonical": .canonical, "plain": .plain]
        for vector in try CodecVector.read("hexdump") where ForeignDump.Layout(rawValue: vector.form) == nil {
            vector.check(try #require(forms[vector.form]))
        }
    }

    @Test("agrees with od, hexdump and xxd -b, and rejects damaged dumps")
    func foreignDumps() throws {
        var count = 0
        for vector in try CodecVector.read("hexdump") {
            guard let layout = ForeignDump.Layout(rawValue: vector.form) else { continue }
            count += 1
            do throws(CodecError) {
                #expect(try ForeignDump.decode(vector.input, as: layout) == vector.output, "\(vector.id)")
            } catch {
                #expect(error == vector.error, "\(vector.id): \(error.code), \(error)")
            }
        }
        #expect(count == 70)
    }
}
