/// Gives names that differ: one that is taken gets the first number that is free, `name (2)`.
struct UniqueNames {
    private var taken: Set<String>
    /// The last number that each name was given, so that a thousand equal names take a thousand steps.
    private var numbers: [String: Int] = [:]

    init(taken: some Sequence<String> = []) { self.taken = Set(taken) }

    /// The name, or the name with a number.
    mutating func unique(_ name: String) -> String {
        var result = name
        while !taken.insert(result).inserted {
            let number = numbers[name, default: 1] + 1
            numbers[name] = number
            result = "\(name) (\(number))"
        }
        return result
    }
}
