internal import ArcaTestSupport
import ArcaCompression
import ArcaPatterns
import Testing

@Suite struct PatternRenderingTests {
    @Test("draws with characters")
    func text() throws {
        let pattern = try Pattern(dots: [0, 1, 4, 2, 5, 7])
        #expect(
            PatternRendering.text(pattern) == """
                1───2   4
                    │ ╱ │
                ·   3   5
                      ╱
                ·   6   ·

                """)
        let crossed = try Pattern(dots: [0, 4, 3, 1], rules: .ios)
        #expect(PatternRendering.text(crossed).contains("╳"))
    }

    @Test("writes well-formed SVG with the dots in order", .enabled(if: Peer.has("python3")))
    func svg() throws {
        let text = try PatternRendering.svg(try Pattern(dots: [0, 1, 2, 5]), size: 100)
        let script = "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.stdin.buffer)"
        #expect(try Peer.python(script, input: Array(text.utf8)).status == 0)
        #expect(text.contains("points=\"50,50 150,50 250,50 250,150\"") && text.contains("width=\"300\""))
    }

    @Test("writes PNG that another program reads with the right colors", .enabled(if: Peer.hasPython(module: "PIL")))
    func png() throws {
        let grid = try Pattern.Grid(rows: 2, columns: 3)
        let png = try PatternRendering.png(try Pattern(dots: [0, 1, 2, 5], grid: grid), size: 40)
        let script = """
            import io, sys
            from PIL import Image
            image = Image.open(io.BytesIO(sys.stdin.buffer.read())).convert("RGB")
            print(image.size, image.getpixel((20, 20)), image.getpixel((40, 20)), image.getpixel((20, 60)), image.getpixel((0, 0)))
            """
        let expected = "(120, 80) (26, 115, 232) (26, 115, 232) (154, 160, 166) (255, 255, 255)\n"
        #expect(try Peer.python(script, input: png).text == expected)
    }

    @Test("writes PNG chunks in order with valid checksums")
    func chunks() throws {
        let png = try PatternRendering.png(try Pattern(dots: [0, 1, 2, 5]), size: 8)
        var (offset, names) = (8, [String]())
        while offset < png.count {
            let count = png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            names.append(String(decoding: png[offset + 4..<offset + 8], as: UTF8.self))
            let end = offset + 8 + count
            #expect(Checksum.crc32(png[offset + 4..<end]) == png[end..<end + 4].reduce(0) { $0 << 8 | UInt32($1) })
            offset = end + 4
        }
        #expect(names == ["IHDR", "PLTE", "IDAT", "IEND"])
    }
}
