/// The number of a message part, such as `1.2`: the second part of the first.
///
/// Numbers are those of IMAP (RFC 3501, section 6.4.5): the parts of a multipart count from 1; a message that is not
/// multipart has one part, 1; the parts of a message within part 2 are 2.1 and so on. The multipart body of a message
/// itself, which IMAP leaves without a number, is 0 here.
public struct PartPath: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The numbers from the outside in, at least one.
    public let numbers: [Int]

    init(_ numbers: [Int]) { self.numbers = numbers }

    /// Reads a path such as `1.2`.
    ///
    /// - Parameter text: Numbers without leading zeros and with dots between; nil results for everything else.
    public init?(_ text: String) {
        var numbers: [Int] = []
        for piece in text.split(separator: ".", omittingEmptySubsequences: false) {
            guard let number = Int(piece), String(number) == piece, number >= 0 else { return nil }
            numbers.append(number)
        }
        self.numbers = numbers
    }

    /// The numbers with dots between.
    public var description: String { numbers.map(String.init).joined(separator: ".") }

    /// Whether a part comes before another in the message.
    public static func < (left: PartPath, right: PartPath) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }
}
