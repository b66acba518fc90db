internal import ArcaCore
public import ArcaVault

extension VaultExtension {
    /// The rules of a team's vault: only writers and admins change items.
    ///
    /// Set it as `OpenOptions.extension` of every vault that may be a team's.
    public static let team = VaultExtension { state in
        _ = try TeamState(state)
    } refusal: { state in
        let role = try TeamState(state).role
        guard role < .writer else { return nil }
        return VaultError(
            .notAllowed,
            role == .removed
                ? "you were removed from the team of this vault, and have read-only access"
                : "you have read-only access to this vault",
            hint: role == .removed ? nil : "ask an admin of the team for the role of a writer")
    } move: { state, old, new in
        var team = try TeamState(state)
        team.identity = try TeamIdentity(team.identity, under: old).sealed(under: new)
        return team.bytes
    }
}

extension VaultEngine {
    /// Writes as the team itself, which may change items of a reader's file too.
    func writeTeam<Result>(_ body: (VaultTransaction) throws -> Result) throws -> Result {
        try write(as: .module(.team), body)
    }

    /// Changes what the file knows of its team.
    func changeTeam(_ change: (inout TeamState) throws -> Void) throws {
        try writeTeam { transaction in
            var team = try transaction.team()
            try change(&team)
            transaction.set(team)
        }
    }
}
