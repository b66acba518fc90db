import Arca
import FuzzSupport

/// The layer search terminates, is deterministic, and proposes only recipes that work.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    var limits = LayerFinder.Limits()
    limits.depth = 1 + Int(input.byte()) % 4
    limits.outputByteCount = 1 << 16
    limits.workByteCount = 1 << 20
    let bytes = input.bytes
    let finder = LayerFinder(limits: limits)
    let report = finder.find(bytes)
    check(report.layers.count <= limits.depth, "no deeper than the limit")
    check(report.layers.map(\.codec) == report.recipe?.codecs ?? [], "the layers are the recipe's steps")
    for reading in [report.best].compactMap({ $0 }) + report.alternatives {
        let output = reading.recipe.replay(bytes, limits: limits)
        check(output?.count == reading.byteCount, "\(reading.recipe) can be carried out")
        check(reading.confidence >= 0 && reading.confidence <= 1, "a confidence is a share")
    }
    if let recipe = report.recipe {
        check(recipe.replay(bytes, limits: limits) == report.output, "\(recipe) gives what was found")
    } else {
        check(report.output.isEmpty, "without a recipe nothing comes out")
    }
    check(finder.find(bytes).recipe == report.recipe, "the same input gives the same recipe")
    return 0
}
