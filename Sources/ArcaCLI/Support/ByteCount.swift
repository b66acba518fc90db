/// Numbers of bytes as people read them.
enum ByteCount {
    /// `999 B`, `1.5 KiB`, `12 MiB`, with a decimal below ten.
    static func text(_ byteCount: Int) -> String {
        guard byteCount >= 1024 else { return "\(byteCount) B" }
        var value = Double(byteCount)
        var unit = -1
        let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
        while value >= 1023.95, unit + 1 < units.count {
            value /= 1024
            unit += 1
        }
        let tenths = Int((value * 10).rounded())
        let number = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
        return "\(number) \(units[unit])"
    }
}
