internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange

/// The team's vault, for commands that use it together with the user's own.
struct TeamVaultOptions: OptionGroup {
    static let title = "Team's vault"

    var file: BytePath?
    var credential = SecondCredential()

    static let choices = "--team-passphrase-from SOURCE, --team-key-file FILE or --team-identity FILE"

    static var parameters: [Parameter<Self>] {
        Parameter.option("--team-vault", value: "FILE", set: \.file, help: "the team's vault")
            .defaulting(to: "$ARCA_TEAM_VAULT, else ~/.local/share/arca/team.arca")
        Parameter.parts(of: \.credential, SecondCredential.parameters("--team", "the team's vault"))
    }
}

/// One of a user's two vaults, by its word in reports.
enum VaultOwner: String {
    case personal, team
}

/// `--all-vaults`, for commands that show items of the user's own vault and the team's.
struct AllVaultsOptions: OptionGroup {
    var isGiven = false
    var team = TeamVaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.flag("--all-vaults", set: \.isGiven, help: "your own vault and the team's, which a column names")
            .excludes("--team")
        Parameter.group(\.team).requires("--all-vaults")
    }

    /// The vaults that exist, the user's own first; without `--all-vaults` the one of the other options, with no owner.
    func open(
        isReadOnly: Bool = true, salvages: Bool = false, in context: CommandContext
    ) throws -> [(owner: VaultOwner?, vault: Vault)] {
        var found: [(owner: VaultOwner?, vault: Vault)] = []
        if isGiven {
            for (owner, access) in [(VaultOwner.personal, context.vault), (.team, context.vault(of: team))]
            where access.options.place.file != nil || !access.isMissing {
                let vault = try access.open(isReadOnly: isReadOnly, salvages: salvages)
                // Both names may mean the same file.
                if found.first?.vault.identifier != vault.identifier { found.append((owner, vault)) }
            }
        }
        guard found.isEmpty else { return found }
        return [(nil, try context.vault.open(isReadOnly: isReadOnly, salvages: salvages))]
    }
}

/// An item in a list, and the vault that has it if there are two.
struct ListedItem {
    let item: VaultItem
    let owner: VaultOwner?
}

/// The items that match a query in one vault or both, by name.
struct ItemListing {
    var items: [ListedItem] = []
    /// The damage that hides others.
    private(set) var findings: [VaultFinding] = []

    init(of vaults: [(owner: VaultOwner?, vault: Vault)], matching query: VaultQuery) throws {
        for (owner, vault) in vaults {
            let listing = try vault.listing(matching: query)
            items += listing.items.map { ListedItem(item: $0, owner: owner) }
            findings += listing.findings
        }
        // The order of one vault is kept; equal names follow the order of the vaults.
        guard vaults.count > 1 else { return }
        items = items.enumerated().sorted { ($0.element.item.name, $0.offset) < ($1.element.item.name, $1.offset) }
            .map(\.element)
    }
}

extension CommandContext {
    /// The team's vault, next to the user's own: opened by what `team` names, else the unlocked session, else the
    /// credential of the user's own vault, else by asking.
    func vault(of team: TeamVaultOptions) -> VaultAccess {
        var options = vaultOptions
        options.place = VaultPlaceOptions(file: team.file, isTeams: true)
        if team.credential.isNamed { options.take(team.credential) }
        var access = VaultAccess(options: options, context: self, passphraseName: "passphrase of the team's vault")
        access.isSecond = true
        access.prefersSession = !team.credential.isNamed
        return access
    }

    /// The vault of an `arca team` command: the usual one if it belongs to a team, else the team's, if there is one.
    var teamVault: VaultAccess {
        var options = vaultOptions
        if options.place.file == nil, !options.place.isTeams, !vault.belongsToTeam {
            options.place.isTeams = true
            if VaultAccess(options: options, context: self).isMissing { options.place.isTeams = false }
        }
        return VaultAccess(options: options, context: self)
    }

    /// The vault that a reference means.
    func vault(of reference: VaultReference) -> VaultAccess {
        reference.isOfTeam ? vault(of: TeamVaultOptions()) : vault
    }
}

extension VaultAccess {
    /// Whether the file does not exist; false if that is unknown.
    fileprivate var isMissing: Bool {
        do {
            _ = try FileInfo(options.path())
            return false
        } catch {
            return (error as? SystemError)?.code == .notFound
        }
    }

    fileprivate var belongsToTeam: Bool { (try? LockedVault(at: options.path()).isExtended) ?? false }
}
