import ArcaCore
import ArcaPatterns
import FuzzSupport

/// Hostile notations and stored hashes: parsed values write the same text.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let size = input.byte()
    guard let grid = try? Pattern.Grid(rows: Int(size & 3) + 2, columns: Int(size >> 2 & 3) + 2) else { return 0 }
    let rules = input.choose([PatternRules.android, .ios])
    let notation = input.choose([nil] + PatternNotation.allCases.map { Optional($0) })
    let bytes = input.bytes
    do throws(PatternError) {
        let pattern = try Pattern(text: bytes, notation: notation, grid: grid, rules: rules)
        check(pattern.dotCount >= rules.minimumDotCount && pattern.dotCount <= grid.dotCount, "as many dots as rules ask for")
        check(Set(pattern.dots).count == pattern.dotCount, "no dot twice")
        check((try? Pattern(dots: pattern.dots, grid: grid, rules: rules)) == pattern, "joining twice changes nothing")
        for notation in PatternNotation.allCases {
            guard let text = try? notation.text(of: pattern) else { continue }
            let again = try? Pattern(text: Array(text.utf8), notation: notation, grid: grid, rules: rules)
            check(again == pattern, "written, then read")
        }
        let strength = PatternStrength(of: pattern)
        check(strength.song >= 0 && strength.sun >= 0 && strength.andriotis >= 0, "scores are numbers")
    } catch {
        check((error.offset ?? 0) <= max(bytes.count, grid.dotCount), "an error lies inside the input")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if let hash = try? PatternHash(text) { check(hash.text == text, "a hash has one text") }
    return 0
}
