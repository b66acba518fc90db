/// The members of a JSON object: in order, each name once.
///
/// Names are compared byte for byte, so that two names that only look alike stay two. Looking up a name takes
/// constant time in large objects.
public struct JSONObject: Sendable, Equatable {
    /// A name and its value.
    public struct Member: Sendable {
        /// The name, without its escapes.
        public let name: String
        /// The value.
        public var value: JSONValue
    }

    /// A name that hashes and compares by its bytes, where `String` does so by canonical equivalence.
    private struct Key: Hashable {
        let name: String

        static func == (left: Key, right: Key) -> Bool { sameBytes(left.name, right.name) }

        func hash(into hasher: inout Hasher) {
            name.utf8.withBytes { span in span.withUnsafeBytes { hasher.combine(bytes: $0) } }
        }
    }

    /// Up to this many members a walk through them beats a hash table.
    private static let largestWalk = 12

    /// All members, in order.
    public private(set) var members: [Member] = []
    private var index: [Key: Int] = [:]

    /// Creates an empty object.
    public init() {}

    /// How many members there are.
    public var count: Int { members.count }

    /// The names, in order.
    public var names: [String] { members.map(\.name) }

    /// The value of a name; setting appends a new name at the end, setting nil removes the member.
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
    /// - Parameters:
    ///   - name: A name that is not there yet.
    ///   - value: Its value.
    /// - Returns: False, and nothing is appended, when the name is there already.
    @discardableResult
    public mutating func append(_ name: String, _ value: JSONValue) -> Bool {
        guard place(of: name) == nil else { return false }
        members.append(Member(name: name, value: value))
        if !index.isEmpty {
            index[Key(name: name)] = members.count - 1
        } else if members.count > Self.largestWalk {
            buildIndex()
        }
        return true
    }

    private mutating func buildIndex() {
        index.reserveCapacity(members.count * 2)
        for place in members.indices { index[Key(name: members[place].name)] = place }
    }

    private func place(of name: String) -> Int? {
        if !index.isEmpty { return index[Key(name: name)] }
        for place in members.indices where Self.sameBytes(members[place].name, name) { return place }
        return nil
    }

    /// Whether two strings have the same UTF-8 bytes.
    ///
    /// `==` of strings also holds for canonically equivalent ones (é as one scalar or as two), but never fails for
    /// equal bytes, so it sorts out nearly all pairs quickly.
    static func sameBytes(_ left: String, _ right: String) -> Bool {
        left == right && left.utf8.elementsEqual(right.utf8)
    }

    /// Whether both have the same members in the same order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.elementsEqual(right.members) { sameBytes($0.name, $1.name) && $0.value == $1.value }
    }
}
