import Arca
import FuzzSupport

/// Recipes of CyberChef and Arca: any text may be rejected, and parsed recipes round-trip.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let text = String(decoding: input.bytes, as: UTF8.self)
    do throws(CodecError) {
        let recipe = try CyberChefRecipe(text)
        guard let compact = try? recipe.text(), let json = try? recipe.json().text() else { return 0 }
        guard let again = try? CyberChefRecipe(compact) else { fatalError("what is written is read: \(compact)") }
        check((try? again.text()) == compact, "written, read, written: \(compact)")
        check((try? CyberChefRecipe(json))?.operations == again.operations, "both forms say the same: \(json)")
    } catch {
        check((error.position?.offset ?? 0) <= text.utf8.count, "an error lies inside the recipe")
    }
    if let steps = try? Codec.Step.list(text) {
        let written = steps.map(\.description).joined(separator: ",")
        check((try? Codec.Step.list(written)) == steps, "a recipe is read as it is written: \(written)")
    }
    _ = input.byte()
    return 0
}
