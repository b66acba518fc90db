internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPlatform
internal import ArcaSystem
internal import ArcaVault

/// A connection to one server, for one thread at a time, with a deadline for every call.
final class Connection {
    private let library: LibPQ
    private let handle: LibPQ.Connection
    private let timeout: Int
    private var deadline: Int
    private(set) var isUsable = false

    /// A query parameter in PostgreSQL's binary form.
    enum Parameter {
        case bytes([UInt8])
        case number(Int64)
        case smallNumber(Int16)
        case flag(Bool)
        case text(String)
        case byteArrays([[UInt8]])
        case numbers([Int64])
        case smallNumbers([Int16])
    }

    /// Connects to the server; `password` is nil if it trusts local users, and `timeout` limits each call, in
    /// milliseconds.
    init(_ address: ServerAddress, _ password: SecretBytes?, timeout: Int) throws {
        library = try LibPQ.shared.get()
        self.timeout = timeout
        deadline = SystemClock.monotonic.milliseconds + timeout
        handle = try Self.start(library, address, password)
        // Verbose: with the server's code.
        _ = library.setErrorVerbosity(handle, 2)
        _ = library.setNoticeProcessor(handle, { _, _ in }, nil)
        try finishConnecting()
        isUsable = true
    }

    deinit { library.finish(handle) }

    /// Sets every option explicitly, so no environment variable or file weakens the connection.
    private static func start(
        _ library: LibPQ, _ address: ServerAddress, _ password: SecretBytes?
    ) throws -> LibPQ.Connection {
        var settings: [(String, String)] = [
            ("host", address.host), ("port", "\(address.port)"), ("dbname", address.database), ("user", address.login),
            ("passfile", "/dev/null/none"), ("application_name", "arca"), ("client_encoding", "UTF8"),
            ("options", "-c search_path=pg_catalog"), ("gssencmode", "disable"), ("target_session_attrs", "any"),
            ("connect_timeout", "10"), ("keepalives", "1"), ("tcp_user_timeout", "10000"),
        ]
        if address.isLocal {
            settings += [("sslmode", "disable"), ("channel_binding", "disable")]
        } else {
            guard let roots = address.rootCertificates ?? systemRoots.first(where: { access($0, R_OK) == 0 }) else {
                throw VaultError(
                    .unreachable,
                    "there are no certificates of authorities on this machine, so no server proves who it is",
                    hint: "install ca-certificates, or name a file with '?sslrootcert=FILE' in the address")
            }
            settings += [
                ("sslmode", "verify-full"), ("sslrootcert", roots), ("channel_binding", "require"),
                ("ssl_min_protocol_version", "TLSv1.2"), ("ssl_max_protocol_version", "TLSv1.3"),
                ("sslcompression", "0"),
                ("sslcert", "/dev/null/none"), ("sslkey", "/dev/null/none"), ("sslcrl", "/dev/null/none"),
            ]
        }
        if library.version >= 160_000, !address.isLocal { settings.append(("require_auth", "scram-sha-256")) }
        var keys = settings.map { Array($0.0.utf8CString) } + [Array("password".utf8CString)]
        var values = settings.map { Array($0.1.utf8CString) }
        if password == nil { keys.removeLast() }
        // The password is passed without a copy, followed by NUL.
        let secret = SecretBytes(byteCount: (password?.count ?? 0) + 1) { output in
            password?.withBytes { output.append(contentsOf: $0) }
            output.append(0)
        }
        let connection = secret.withBytes { secret in
            secret.withUnsafeBytes { secret in
                withPointers(&keys) { keys in
                    withPointers(&values) { values in
                        var values = values
                        if password != nil {
                            values[values.count - 1] = secret.baseAddress?.assumingMemoryBound(to: CChar.self)
                            values.append(nil)
                        }
                        return library.connectStart(keys, values, 0)
                    }
                }
            }
        }
        guard let connection else { throw VaultError(.systemFailed, "libpq has no memory for a connection") }
        return connection
    }

    private static let systemRoots = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    ]

    private static func withPointers<Result>(
        _ strings: inout [[CChar]], _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { string in
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.count)
            copy.initialize(from: string, count: string.count)
            return copy
        }
        defer { for copy in copies { copy.deallocate() } }
        return body(copies.map { UnsafePointer($0) } + [nil])
    }

    private func finishConnecting() throws {
        var wanted: Int16 = Int16(POLLOUT)
        while true {
            guard library.status(handle) != 1 else { throw unreachable }
            try wait(for: wanted)
            switch library.connectPoll(handle) {
            case 1: wanted = Int16(POLLIN)
            case 2: wanted = Int16(POLLOUT)
            case 3:
                guard library.setNonblocking(handle, 1) == 0 else { throw unreachable }
                return
            default: throw unreachable
            }
        }
    }

    // MARK: Queries

    /// Runs a statement with `$1`, `$2`, … for the parameters and passes each row to `row` as it arrives.
    ///
    /// `.unreachable` means that the connection broke or the deadline passed, which makes it unusable. The server may
    /// also report `.notAllowed`, `.duplicate` or `.notFound`.
    func run(_ statement: String, _ parameters: [Parameter] = [], row: (AnswerRow) throws -> Void = { _ in }) throws {
        deadline = SystemClock.monotonic.milliseconds + timeout
        isUsable = false
        try send(statement, parameters)
        try flush()
        var failure: (any Error)?
        while let result = try next() {
            defer { library.clear(result) }
            switch library.resultStatus(result) {
            case 9, 2:  // a row, or the end of the rows
                guard failure == nil else { continue }
                do {
                    for index in 0..<library.rowCount(result) { try row(AnswerRow(library, result, index)) }
                } catch {
                    failure = error
                    // Does not wait for the rest of a hostile answer.
                    throw error
                }
            case 1: break  // done
            default: failure = failure ?? self.failure(result)
            }
        }
        isUsable = library.status(handle) == 0
        if let failure { throw failure }
    }

    private func send(_ statement: String, _ parameters: [Parameter]) throws {
        let encoded = parameters.map(\.bytes)
        let types = parameters.map(\.type)
        let lengths = encoded.map { Int32($0.count) }
        let formats = [Int32](repeating: 1, count: parameters.count)
        let isSent = Self.lending(encoded[...], []) { values in
            statement.withCString { statement in
                library.sendQuery(handle, statement, Int32(parameters.count), types, values, lengths, formats, 1)
            }
        }
        guard isSent == 1, library.setSingleRowMode(handle) == 1 else { throw unreachable }
    }

    private static func lending<Result>(
        _ values: ArraySlice<[UInt8]>, _ pointers: [UnsafePointer<CChar>?],
        _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        guard let first = values.first else { return body(pointers) }
        // An empty array may have a nil base address, which would mean NULL.
        let lent = first.isEmpty ? [0] : first
        return lent.withUnsafeBytes { bytes in
            lending(values.dropFirst(), pointers + [bytes.baseAddress?.assumingMemoryBound(to: CChar.self)], body)
        }
    }

    private func flush() throws {
        while true {
            switch library.flush(handle) {
            case 0: return
            case 1:
                // The server may need to send before it accepts more.
                let ready = try wait(for: Int16(POLLOUT) | Int16(POLLIN))
                if ready & Int16(POLLIN) != 0, library.consumeInput(handle) != 1 { throw unreachable }
            default: throw unreachable
            }
        }
    }

    private func next() throws -> LibPQ.Result? {
        while library.isBusy(handle) == 1 {
            try wait(for: Int16(POLLIN))
            guard library.consumeInput(handle) == 1 else { throw unreachable }
        }
        return library.getResult(handle)
    }

    @discardableResult
    private func wait(for events: Int16) throws -> Int16 {
        let descriptor = library.socket(handle)
        guard descriptor >= 0 else { throw unreachable }
        while true {
            let left = deadline - SystemClock.monotonic.milliseconds
            guard left > 0 else {
                throw VaultError(.unreachable, "the server does not answer within \(timeout / 1000) seconds")
            }
            var wait = pollfd(fd: descriptor, events: events, revents: 0)
            let count = poll(&wait, 1, Int32(clamping: left))
            if count > 0 { return wait.revents }
            guard count == 0 || errno == EINTR else { throw unreachable }
        }
    }

    // MARK: Failures

    private var unreachable: VaultError {
        let words = library.errorMessage(handle).map { String(cString: $0) } ?? ""
        let answer = Self.answer(words)
        if answer?.state == "28P01" || words.contains("no password supplied") {
            return VaultError(
                .wrongCredential, "wrong login or password of the server: \(answer?.reason ?? Self.line(words))",
                hint: "check the login in the server's address, and its password")
        }
        if let answer {
            return VaultError(.unreachable, "the server refuses the connection: \(answer.reason)")
        }
        let isCertificate = words.contains("certificate verify failed") || words.contains("certificate has expired")
        return VaultError(
            .unreachable, "the server cannot be reached: \(Self.line(words))",
            hint: isCertificate
                ? "its certificate is by an authority that the address does not name, or not good at \(Vault.Timestamp.now()), "
                    + "which this machine's clock says" : nil)
    }

    /// The code and message of a server that answered: `28P01: password …`, preceded by the place and the severity.
    ///
    /// All words can be in the server's language.
    private static func answer(_ words: String) -> (state: Substring, reason: String)? {
        let tokens = words.prefix { !$0.isNewline }.split(separator: " ")
        let place = tokens.firstIndex { token in
            token.utf8.count == 6 && token.last == ":" && token.contains { ("0"..."9").contains($0) }
                && token.dropLast().allSatisfy { ("0"..."9").contains($0) || ("A"..."Z").contains($0) }
        }
        guard let place else { return nil }
        return (tokens[place].dropLast(), line(tokens[(place + 1)...].joined(separator: " ")))
    }

    /// The server's message as one line without control characters.
    private static func line(_ words: String) -> String {
        let words = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? "the connection broke off" : String(printable: Array(words.prefix(400).utf8))
    }

    private func failure(_ result: LibPQ.Result) -> VaultError {
        func field(_ code: Character) -> String {
            library.resultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) } ?? ""
        }
        let (state, words) = (field("C"), Self.line(field("M")))
        switch state {
        case "42501": return VaultError(.notAllowed, "the server does not allow it: \(words)")
        case "22023": return VaultError(.malformed, "the server refuses it: \(words)")
        case "53400": return VaultError(.unreachable, "the server refuses it: \(words)")
        case "55P03": return VaultError(.busy, "the server is busy: \(words)")
        case "23505": return VaultError(.duplicate, "the server has it already: \(words)")
        case "3F000", "42883", "42P01":
            return VaultError(
                .notFound, "the database has no room for teams: \(words)",
                hint: "its owner runs what 'arca team server sql' prints, also after an update of Arca")
        case "": return unreachable
        default:
            let isGone = state.hasPrefix("57") || state.hasPrefix("08") || state.hasPrefix("53")
            return VaultError(isGone ? .unreachable : .malformed, "the server failed: \(words) (\(state))")
        }
    }
}

/// A row of an untrusted answer; types and lengths are checked.
struct AnswerRow {
    private let library: LibPQ
    private let result: LibPQ.Result
    private let row: Int32

    fileprivate init(_ library: LibPQ, _ result: LibPQ.Result, _ row: Int32) {
        (self.library, self.result, self.row) = (library, result, row)
    }

    enum Kind: UInt32 { case flag = 16, bytes = 17, number = 20, smallNumber = 21 }

    /// Lends a column's bytes after checking type and length.
    private func withColumn<Result>(
        _ column: Int32, _ kind: Kind, counts: ClosedRange<Int>, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws -> Result {
        guard column < library.columnCount(result), library.columnFormat(result, column) == 1,
            library.columnType(result, column) == kind.rawValue, library.isNull(result, row, column) == 0
        else { throw Self.malformed }
        let count = Int(library.valueLength(result, row, column))
        guard counts.contains(count), let start = library.value(result, row, column) else { throw Self.malformed }
        return body(UnsafeRawBufferPointer(start: start, count: count))
    }

    func bytes(_ column: Int32, count: ClosedRange<Int>) throws -> [UInt8] {
        try withColumn(column, .bytes, counts: count) { Array($0) }
    }

    func number(_ column: Int32) throws -> UInt64 {
        let value = try withColumn(column, .number, counts: 8...8) {
            Int64(bigEndian: $0.loadUnaligned(as: Int64.self))
        }
        guard value >= 0 else { throw Self.malformed }
        return UInt64(value)
    }

    func smallNumber(_ column: Int32) throws -> UInt8 {
        let value = try withColumn(column, .smallNumber, counts: 2...2) {
            Int16(bigEndian: $0.loadUnaligned(as: Int16.self))
        }
        guard let number = UInt8(exactly: value) else { throw Self.malformed }
        return number
    }

    func flag(_ column: Int32) throws -> Bool { try withColumn(column, .flag, counts: 1...1) { $0[0] != 0 } }

    static let malformed = VaultError(.malformed, "the server's answer is not one: a column has another type or length")
}

extension Connection.Parameter {
    fileprivate var type: UInt32 {
        switch self {
        case .flag: 16
        case .bytes: 17
        case .number: 20
        case .smallNumber: 21
        case .text: 25
        case .byteArrays: 1001
        case .smallNumbers: 1005
        case .numbers: 1016
        }
    }

    fileprivate var bytes: [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .number(let number): Self.bytes(of: number)
        case .smallNumber(let number): Self.bytes(of: number)
        case .flag(let flag): [flag ? 1 : 0]
        case .text(let text): Array(text.utf8)
        case .byteArrays(let all): Self.array(all, of: 17)
        case .numbers(let all): Self.array(all.map(Self.bytes), of: 20)
        case .smallNumbers(let all): Self.array(all.map(Self.bytes), of: 21)
        }
    }

    private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// Dimensions, null flag, type, count, first index; then each element after its length.
    private static func array(_ elements: [[UInt8]], of type: UInt32) -> [UInt8] {
        var bytes = [Int32(elements.isEmpty ? 0 : 1), 0].flatMap { Self.bytes(of: $0) } + Self.bytes(of: type)
        guard !elements.isEmpty else { return bytes }
        bytes.reserveCapacity(20 + elements.reduce(0) { $0 + $1.count + 4 })
        bytes += Self.bytes(of: Int32(elements.count)) + Self.bytes(of: Int32(1))
        for element in elements {
            bytes += Self.bytes(of: Int32(element.count))
            bytes += element
        }
        return bytes
    }
}
