internal import ArcaCore
internal import ArcaKeys

/// Limits that a client sets for a key when it adds it: `ssh-add -t`, `-c` and `-h`.
///
/// Source: draft-ietf-sshm-ssh-agent, section 4.2.6; OpenSSH, PROTOCOL.agent, "key constraint extension".
struct SSHAgentConstraints: Sendable {
    /// Seconds until the key is removed, at least 1, or nil.
    var lifetime: Int?
    /// Whether each use must be confirmed.
    var isConfirmed = false
    /// The hosts that the key may be used at and through; any if empty.
    var destinations: [Destination] = []

    /// A permitted hop from one host, or from this machine, to the next.
    struct Destination: Sendable {
        let from: Hop
        let to: Hop
    }

    struct Hop: Sendable {
        /// A pattern for the user, or nil for any.
        let user: String?
        /// The host's name, or nil for this machine.
        let host: String?
        let keys: [(blob: [UInt8], isAuthority: Bool)]

        var isOrigin: Bool { host == nil && keys.isEmpty }
    }

    private static let maximumCount = 1024
    private static let destinationExtension = "restrict-destination-v00@openssh.com"

    init() {}

    /// Reads all constraints up to the end of a request; an unknown one is an error, because it must be obeyed.
    init(reading reader: inout SSHReader, in bytes: Span<UInt8>) throws {
        while !reader.rest.isEmpty {
            let place = reader.offset
            func invalid(_ reason: String) -> SignatureError { SignatureError(.malformed, at: place, reason) }
            switch try reader.byte(in: bytes) {
            case 1:
                let seconds = try reader.number(in: bytes)
                guard lifetime == nil, seconds > 0 else { throw invalid("a lifetime of 0, or a second one") }
                lifetime = seconds
            case 2: isConfirmed = true
            case 255:
                guard try reader.text(in: bytes) == Self.destinationExtension else {
                    throw SignatureError(.unsupported, at: place, "an unknown constraint of a key")
                }
                guard destinations.isEmpty else { throw invalid("a second list of destinations") }
                destinations = try Self.destinations(try reader.string(in: bytes), in: bytes)
                guard !destinations.isEmpty else { throw invalid("an empty list of destinations") }
            default: throw SignatureError(.unsupported, at: place, "an unknown constraint of a key")
            }
        }
    }

    private static func destinations(_ range: Range<Int>, in bytes: Span<UInt8>) throws -> [Destination] {
        var list = SSHReader(range)
        var destinations: [Destination] = []
        while !list.rest.isEmpty {
            var reader = SSHReader(try list.string(in: bytes))
            let destination = Destination(
                from: try hop(try reader.string(in: bytes), in: bytes),
                to: try hop(try reader.string(in: bytes), in: bytes))
            try checkReserved(&reader, in: bytes)
            try reader.finish()
            // The first hop leads from this machine without keys, and each ends at a known host.
            guard !destination.to.keys.isEmpty, (destination.from.host == nil) == destination.from.keys.isEmpty else {
                throw SignatureError(.malformed, at: range.lowerBound, "a hop without host keys")
            }
            destinations.append(destination)
            guard destinations.count <= maximumCount else {
                throw SignatureError(.malformed, at: range.lowerBound, "more than \(maximumCount) destinations")
            }
        }
        return destinations
    }

    private static func hop(_ range: Range<Int>, in bytes: Span<UInt8>) throws -> Hop {
        var reader = SSHReader(range)
        let user = try reader.text(in: bytes)
        let host = try reader.text(in: bytes)
        try checkReserved(&reader, in: bytes)
        var keys: [(blob: [UInt8], isAuthority: Bool)] = []
        while !reader.rest.isEmpty {
            let blob = [UInt8](bytes: bytes.extracting(try reader.string(in: bytes)))
            keys.append((blob, try reader.byte(in: bytes) != 0))
            guard keys.count <= maximumCount else {
                throw SignatureError(.malformed, at: range.lowerBound, "more than \(maximumCount) keys of a host")
            }
        }
        return Hop(user: user.isEmpty ? nil : user, host: host.isEmpty ? nil : host, keys: keys)
    }

    private static func checkReserved(_ reader: inout SSHReader, in bytes: Span<UInt8>) throws {
        let place = reader.offset
        guard try reader.string(in: bytes).isEmpty else {
            throw SignatureError(.unsupported, at: place, "an unknown extension of a destination")
        }
    }
}

extension SSHAgentConstraints {
    /// Whether a connection may list the key, or with a user, sign in with it.
    func permit(_ connection: SSHAgent.Connection, user: String? = nil) -> Bool {
        guard !destinations.isEmpty else { return true }
        guard let last = connection.sessions.last else {
            // On this machine the key may be listed. After a failed binding the client may be anywhere.
            return !connection.hasTriedBinding && user == nil
        }
        var from: SSHAgent.Connection.Session?
        for (index, session) in connection.sessions.enumerated() {
            let isLast = index == connection.sessions.count - 1
            guard isLast ? !(session.isForwarding && user != nil) : session.isForwarding else { return false }
            guard allowHop(from: from?.host, to: session.host, isLast ? user : nil) else { return false }
            from = session
        }
        // A key that may only be used at a host, not beyond it, is hidden from that host.
        return !(last.isForwarding && user == nil) || allowHop(from: last.host, to: nil, nil)
    }

    private func allowHop(from: SSHAgentHost?, to: SSHAgentHost?, _ user: String?) -> Bool {
        destinations.contains { destination in
            guard from.map(destination.from.matches) ?? destination.from.isOrigin,
                to.map(destination.to.matches) ?? true
            else { return false }
            guard let user, let pattern = destination.to.user else { return true }
            return PatternList.matches(Array(pattern.utf8)[...], Array(user.utf8))
        }
    }
}

extension SSHAgentConstraints.Hop {
    fileprivate func matches(_ host: SSHAgentHost) -> Bool {
        keys.contains { key in
            guard key.isAuthority else { return key.blob == host.blob }
            guard let certificate = host.certificate, let name = self.host else { return false }
            return certificate.authority.blob == key.blob && certificate.isValidHost(name)
        }
    }
}

extension SSHReader {
    mutating func byte(in bytes: Span<UInt8>) throws(KeyError) -> UInt8 {
        guard let place = rest.first else { throw KeyError(.malformed, at: offset, "the data ends inside a field") }
        self = SSHReader(place + 1..<rest.upperBound)
        return bytes[place]
    }
}
