import ArcaCore
import Testing

@Suite struct JSONValueTests {
    private let value: JSONValue = ["b": true, "n": nil, "i": -7, "s": "text", "a": [1, 2], "o": ["x": 1]]

    @Test("accessors return only values of their own type")
    func accessorsAnswerForTheirKind() {
        #expect(value["b"]?.bool == true)
        #expect(value["n"]?.isNull == true)
        #expect(value["i"]?.int == -7)
        #expect(value["i"]?.double == -7)
        #expect(value["s"]?.string == "text")
        #expect(value["a"]?.array == [1, 2])
        #expect(value["o"]?["x"]?.int == 1)
        #expect(value["s"]?.int == nil)
        #expect(value["a"]?["x"] == nil)
        #expect(value["a"]?[2] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["none"] == nil)
        #expect(value["b"]?.isNull == false)
    }

    @Test("compares bytes, order and spelling")
    func equalityIsExact() {
        #expect(JSONValue.string("\u{e9}") != .string("e\u{301}"))
        #expect((["a": 1, "b": 2] as JSONValue) != ["b": 2, "a": 1])
        #expect((["\u{e9}": 1] as JSONValue) != ["e\u{301}": 1])
        #expect((1 as JSONValue) != "1")
        #expect((nil as JSONValue) == .null)
    }

    @Test("kinds have names for messages")
    func kindsAreNamed() {
        #expect(
            [nil, true, 1, "", [], [:]].map(\JSONValue.kindName)
                == ["null", "a truth value", "a number", "a string", "an array", "an object"])
    }
}

@Suite struct JSONNumberTests {
    @Test("integers are exact at any size")
    func integersAreExact() throws {
        #expect(JSONNumber(Int.max).int == Int.max)
        #expect(try JSONNumber(text: "-9223372036854775808").int == Int.min)
        #expect(try JSONNumber(text: "9223372036854775808").int == nil)
        #expect(try JSONNumber(text: "18446744073709551615").uint64 == UInt64.max)
        #expect(JSONNumber(UInt64.max).description == "18446744073709551615")
        #expect(try JSONNumber(text: "18446744073709551616").uint64 == nil)
        #expect(try JSONNumber(text: "-1").uint64 == nil)
        #expect(try JSONNumber(text: "-9223372036854775809").description == "-9223372036854775809")
        #expect(try JSONNumber(text: "7") == JSONNumber(7))
    }

    @Test("fractions and exponents are not integers, and doubles are the nearest")
    func doublesAreNearest() throws {
        #expect(try JSONNumber(text: "1.0").int == nil)
        #expect(try JSONNumber(text: "1e2").int == nil)
        #expect(try JSONNumber(text: "1e2").double == 100)
        #expect(try JSONNumber(text: "0.1").double == 0.1)
        #expect(try JSONNumber(text: "5e-324").double == Double.leastNonzeroMagnitude)
        #expect(try JSONNumber(text: "1e400").double == nil)
        #expect(try JSONNumber(text: "-0").double?.sign == .minus)
        #expect(JSONNumber(0.1)?.description == "0.1")
        #expect(JSONNumber(.infinity) == nil)
        #expect(JSONNumber(.nan) == nil)
        for double in [1e20, 1e-7, 123456.789, Double.leastNonzeroMagnitude, 1.7976931348623157e308, -0.0] {
            let text = try #require(JSONNumber(double)).description
            #expect(try JSONNumber(text: text).double?.bitPattern == double.bitPattern, "\(text)")
        }
    }

    @Test("rejects text that is not a number", arguments: ["", " 1", "1 ", "true", "01", "1.", "0x1", "\"1\""])
    func otherTextIsRefused(text: String) {
        #expect(throws: CodecError.self) { try JSONNumber(text: text) }
    }
}

@Suite struct JSONObjectTests {
    @Test("keeps the order through changes, at any size", arguments: [3, 12, 13, 14, 40])
    func orderIsKept(count: Int) {
        var object = JSONObject()
        for index in 0..<count {
            let isNew = object.append("k\(index)", .integer(index))
            #expect(isNew)
        }
        let repeats = object.append("k0", 1)
        #expect(!repeats)
        object["k1"] = "changed"
        object["new"] = 5
        object["k0"] = nil
        object["absent"] = nil
        #expect(object.names == (1..<count).map { "k\($0)" } + ["new"])
        #expect(object["k1"]?.string == "changed")
        #expect(object["k\(count - 1)"]?.int == (count == 2 ? nil : count - 1))
        #expect(object["k0"] == nil)
        #expect(object.count == count)
        let repeatsNew = object.append("new", 6)
        #expect(!repeatsNew)
    }
}
