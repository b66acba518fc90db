import ArcaCodecs
import ArcaInspect
import Testing

@Suite struct LayerFinderTests {
    @Test("tries") func tries() {
        let inputs = [
            "aGVsbG8=", "aGVsbG8gd29ybGQK", "SGVsbG8sIHdvcmxkIQ==", "hello", "password", "deadbeef", "test", "aGk=",
            "68656c6c6f", "4869", "550e8400-e29b-41d4-a716-446655440000",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "da39a3ee5e6b4b0d3255bfef95601890afd80709",
            "hello%20world", "https://example.com/a%20b?c=d", "https%3A%2F%2Fexample.com%2F%3Fa%3D1",
            "Wkh gdqjhu ri wkh vhd dqg lwv vkruhv", "Guvf vf n frperg zrffntr", "NBSWY3DPEB3W64TMMQ======", "48 65 6c 6c 6f 20 77 6f 72 6c 64",
            "caf=C3=A9", "=?utf-8?q?caf=C3=A9?=", "Tom &amp; Jerry", "\\u4e2d\\u6587", "87cURD]i,\"Ebo80", "<~87cURD]i,\"Ebo80~>",
            "HelloWorld", "2NEpo7TZRRrLZSi2U", "BB8VP-V0", "中文文本是这样的", "x=20", "size=64", "\"hello\\nworld\"",
            "data:text/plain;base64,aGVsbG8=", "TG9yZW0gaXBzdW0gZG9sb3Igc2l0IGFtZXQ", "w==", "eyJhbGciOiJIUzI1NiJ9",
        ]
        for input in inputs {
            let r = LayerFinder().find(input.utf8)
            print(input, "->", r.recipe?.description ?? "-", r.confidence, "|", String(decoding: r.output, as: UTF8.self), "|", r.layers.last?.content.name ?? r.input.name, "|", r.alternatives.map { "\($0.recipe) \($0.confidence) \($0.content.name)" }, r.notes)
        }
    }
}
