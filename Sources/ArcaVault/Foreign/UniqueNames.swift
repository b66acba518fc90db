/// Makes names unique by appending the next free number: `name (2)`.
struct UniqueNames {
    private var taken: Set<String>
    /// The last number used for each name, so a thousand equal names take only a thousand steps.
    private var numbers: [String: Int] = [:]

    init(taken: some Sequence<String> = []) { self.taken = Set(taken) }

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
