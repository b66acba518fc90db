internal import ArcaCore
package import ArcaVault

/// A program's request for a login to a server, possibly with a path and an account.
///
/// An item belongs to a server if its name or one of its fields `url` does, with the same host and port. Hosts are
/// compared as a whole, without regard to case: `evil-github.com` and `github.com.evil.org` are other hosts. An
/// item is for https unless it says otherwise, and one for https is never given to http.
package struct LoginRequest: Sendable, Hashable {
    package let scheme: String
    package let host: String
    /// 0 for the protocol's default.
    package let port: UInt16
    /// Begins with a slash; nil if any path matches, for a server that has one login.
    package let path: String?
    package var username: String?

    /// Creates a request; nil if the server is not a host and could be confused with another one.
    ///
    /// - Parameters:
    ///   - scheme: The protocol, such as `https`.
    ///   - server: The host, with a port if it is not the protocol's: `example.org:8443`.
    ///   - path: The path, or nil if any matches.
    ///   - username: The account, or nil for any.
    package init?(scheme: String, server: String, path: String? = nil, username: String? = nil) {
        let isPlain = server.utf8.allSatisfy { $0.isAlphanumeric || "-._:[]".utf8.contains($0) || $0 >= 0x80 }
        guard isPlain, let url = ForeignURL("\(scheme)://\(server)"), !url.scheme.isEmpty else { return nil }
        (self.scheme, host, port) = (url.scheme, url.host, url.port)
        let names = path?.split(separator: "/" as Character) ?? []
        self.path = names.isEmpty ? nil : names.reduce(into: "") { $0 += "/\($1)" }
        self.username = username
    }

    /// Parses an address, such as `https://example.org/path`; without a scheme it is https.
    package init?(_ text: String, username: String? = nil) {
        guard let url = ForeignURL(text) else { return nil }
        let port = url.port == 0 ? "" : ":\(url.port)"
        self.init(
            scheme: url.scheme.isEmpty ? "https" : url.scheme, server: url.host + port, path: url.path,
            username: username)
    }

    /// The address, for messages and the log.
    package var address: String { "\(scheme)://\(host)\(port == 0 ? "" : ":\(port)")\(path ?? "")" }

    /// The name of a new item for the request.
    package func itemName(for account: String) -> VaultItem.Name {
        VaultItem.Name(server: host, account: account, scheme: scheme, port: port, path: path ?? "")
    }
}

extension LoginRequest {
    /// Rates how closely an item matches; nil if it does not match.
    ///
    /// With a path in the request, the item with the longest path counts; without one, an item without a path.
    func closeness(of item: VaultItem) -> Int? {
        if let username, !username.utf8.elementsEqual(item.name.account.utf8) { return nil }
        return Self.addresses(of: item).compactMap { closeness(to: $0) }.max()
    }

    private struct Address {
        /// Empty if the item does not name one.
        let scheme: String
        let host: String
        let port: UInt16
        let path: String

        init(scheme: String, host: String, port: UInt16, path: String) {
            (self.scheme, self.host, self.path) = (scheme, host, path)
            self.port = port == ForeignURL.ports[scheme.isEmpty ? "https" : scheme] ? 0 : port
        }

        init(_ url: ForeignURL) { self.init(scheme: url.scheme, host: url.host, port: url.port, path: url.path) }
    }

    private static func addresses(of item: VaultItem) -> [Address] {
        var addresses: [Address] = []
        let name = item.name
        switch name.itemClass {
        case .internetPassword:
            addresses.append(
                Address(
                    scheme: name.scheme.lowercased(), host: name.service.lowercased(), port: name.port, path: name.path)
            )
        case .genericPassword:
            if let url = ForeignURL(name.service) {
                addresses.append(Address(url))
            } else if let url = ForeignURL("https://\(name.service)") {
                // A name without a period, such as that of a server in the local network.
                addresses.append(Address(url))
            }
        default: return []
        }
        for field in item.attributes.fields where field.name.lowercased() == "url" {
            addresses += ForeignURL.list(field.value).compactMap { ForeignURL($0) }.map { Address($0) }
        }
        return addresses
    }

    private func closeness(to address: Address) -> Int? {
        let isSame = address.scheme == scheme
        // A secret may move to the safer protocol, at its own port, and never back.
        let isUpgrade = scheme == "https" && (address.scheme.isEmpty || address.scheme == "http" && address.port == 0)
        guard isSame || isUpgrade, Array(address.host.utf8) == Array(host.utf8), address.port == port else {
            return nil
        }
        let own = Self.segments(of: address.path)
        guard let path else { return own.isEmpty ? 1 : 0 }
        return Self.segments(of: path).starts(with: own) ? own.count : nil
    }

    /// The parts of a path; the last one without `.git`.
    private static func segments(of path: String) -> [[UInt8]] {
        var segments = path.utf8.split(separator: .slash).map { Array($0) }
        if let last = segments.last, last.count > 4, last.suffix(4).elementsEqual(".git".utf8) {
            segments[segments.count - 1].removeLast(4)
        }
        return segments
    }
}
