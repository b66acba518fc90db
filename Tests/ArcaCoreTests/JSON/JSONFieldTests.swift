import ArcaCore
import Testing

@Suite struct JSONFieldTests {
    private let root = JSONField([
        "groups": [["size": 128, "iv": "00ff"], ["size": 1.5, "odd name": nil, "ok": true]], "big": 1e300,
    ])

    @Test("navigates by names and indices to typed values")
    func typedValuesAreFound() throws {
        #expect(try root["groups"][0]["size"].int == 128)
        #expect(try root["groups"].array[1]["ok"].bool)
        #expect(try root["groups"][1]["size"].double == 1.5)
        #expect(try root["groups"][0]["iv"].string == "00ff")
        #expect(try root["groups"][0].members.map { $0.name } == ["size", "iv"])
        #expect(try root["groups"][0]["size"].number == JSONNumber(128))
        #expect(root["none"].ifPresent == nil)
        #expect(root["groups"][1]["odd name"].ifPresent != nil)
        #expect(root["groups"][1]["odd name"].ifNotNull == nil)
        #expect(root["big"].ifNotNull != nil)
    }

    @Test("errors include the path and the actual type")
    func errorsNameThePath() {
        func message(_ body: () throws(CodecError) -> Void) -> String {
            do { try body() } catch { return error.description }
            return "no error"
        }
        #expect(
            message { () throws(CodecError) in _ = try root["groups"][3]["iv"].string } == "$.groups[3].iv is missing")
        #expect(
            message { () throws(CodecError) in _ = try root["groups"][0]["iv"].int }
                == "$.groups[0].iv is a string, not an integer")
        #expect(
            message { () throws(CodecError) in _ = try root["groups"].array[1]["size"].int }
                == "$.groups[1].size is the number 1.5, not an integer")
        #expect(
            message { () throws(CodecError) in _ = try root["groups"][1]["odd name"].bool }
                == #"$.groups[1]["odd name"] is null, not a truth value"#)
        #expect(
            message { () throws(CodecError) in _ = try root["groups"].object } == "$.groups is an array, not an object")
        #expect(message { () throws(CodecError) in _ = try root.array } == "$ is an object, not an array")
        #expect(
            message { () throws(CodecError) in try root["groups"][0].allowOnly(["size"]) }
                == "$.groups[0].iv is not a known member")
        #expect(message { () throws(CodecError) in try root["groups"][0].allowOnly(["size", "iv"]) } == "no error")
        #expect(
            message { () throws(CodecError) in
                _ = try root["groups"][0]["iv"].decoded { (text) throws(CodecError) -> Int in
                    throw CodecError(.invalidLength, "odd: \(text)")
                }
            } == "$.groups[0].iv: odd: 00ff")
        #expect(JSONField(1, name: "config").error("is wrong").description == "config is wrong")
    }
}
