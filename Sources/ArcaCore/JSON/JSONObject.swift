/// The members of a JSON object, in order, with unique names.
///
/// Names are compared byte by byte, so names that only look alike are different. Lookup takes constant time in large
/// objects.
public struct JSONObject: Sendable, Equatable {
    /// A name and its value.
    public struct Member: Sendable {
        /// The unescaped name.
        public let name: String
        /// The value.
        public var value: JSONValue
    }

    /// A name that is hashed and compared by its bytes; `String` uses canonical equivalence.
    private struct HashedName: Hashable {
        let name: String

        static func == (left: HashedName, right: HashedName) -> Bool { sameBytes(left.name, right.name) }

        func hash(into hasher: inout Hasher) {
            name.utf8.withBytes { span in span.withUnsafeBytes { hasher.combine(bytes: $0) } }
        }
    }

    /// The maximum number of members for which a linear search is faster than a hash table.
    private static let largestWalk = 12

    /// All members, in order.
    public private(set) var members: [Member] = []
    private var index: [HashedName: Int] = [:]

    /// Creates an empty object.
    public init() {}

    /// Creates an object from members in order.
    ///
    /// - Parameter members: Names and values; a repeated name is a programming error.
    init(literal members: [(String, JSONValue)]) {
        for (name, value) in members { precondition(append(name, value), "a name repeats in an object literal") }
    }

    /// The number of members.
    public var count: Int { members.count }

    /// The names, in order.
    public var names: [String] { members.map { $0.name } }

    /// The value of a member.
    ///
    /// Setting a new name appends it; setting nil removes the member.
    public subscript(_ name: String) -> JSONValue? {
        get { place(of: name).map { members[$0].value } }
        set {
            switch (place(of: name), newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil):
                members.remove(at: place)
                index = [:]
                if members.count > Self.largestWalk { buildIndex() }
            case (nil, let value?): append(name, value)
            case (nil, nil): break
            }
        }
    }

    /// Appends a member.
    ///
    /// - Returns: Whether the member was appended; false if the name already exists.
    @discardableResult
    public mutating func append(_ name: String, _ value: JSONValue) -> Bool {
        guard place(of: name) == nil else { return false }
        members.append(Member(name: name, value: value))
        if !index.isEmpty {
            index[HashedName(name: name)] = members.count - 1
        } else if members.count > Self.largestWalk {
            buildIndex()
        }
        return true
    }

    private mutating func buildIndex() {
        index.reserveCapacity(members.count * 2)
        for place in members.indices { index[HashedName(name: members[place].name)] = place }
    }

    private func place(of name: String) -> Int? {
        if !index.isEmpty { return index[HashedName(name: name)] }
        for place in members.indices where Self.sameBytes(members[place].name, name) { return place }
        return nil
    }

    /// Whether two strings have the same UTF-8 bytes.
    ///
    /// `==` is also true for canonically equivalent strings (é as one scalar or as two). It is always true for equal
    /// bytes, so it rules out almost all unequal pairs quickly.
    static func sameBytes(_ left: String, _ right: String) -> Bool {
        left == right && left.utf8.elementsEqual(right.utf8)
    }

    /// Whether both objects have the same members in the same order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.elementsEqual(right.members) { sameBytes($0.name, $1.name) && $0.value == $1.value }
    }
}
