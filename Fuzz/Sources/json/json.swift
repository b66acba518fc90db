import ArcaCore
import FuzzSupport

/// JSON round-trips, and any input is safe.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Input(start, count).bytes
    do throws(CodecError) {
        let value = try JSONReader.read(bytes)
        for layout in [JSONWriter.Layout.compact, .pretty, .lines] {
            check((try? JSONReader.read(value.text(layout))) == value, "written, then read")
        }
        check((try? JSONReader.read(value.text()))?.text() == value.text(), "written twice alike")
    } catch {
        check((error.position?.offset ?? 0) <= count, "an error lies inside the input")
    }
    let values = try? JSONReader.readLines(bytes, options: .init(maximumDepth: 8, replacesLoneSurrogates: true))
    for value in values ?? [] {
        let field = JSONField(value)
        _ = try? field["a"][0].string
        _ = value["a"]?.double
    }
    return 0
}
