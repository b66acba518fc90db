extension PostgresStore {
    /// The SQL that the owner of a database runs once, with `psql`, to set it up for the logs of teams.
    ///
    /// Running it again, as after an update of Arca, upgrades the tables of an earlier version.
    ///
    /// Logins are created with `CREATE ROLE bob LOGIN PASSWORD … IN ROLE arca_member`. They can read only the rows of
    /// their teams and change rows only through these functions, which check the caller. An honest server thus keeps
    /// strangers out; members detect a dishonest one.
    public static let setUp = [beginning, tables, helpers, logFunctions, otherFunctions, rights].joined()

    private static let beginning = """
        -- Arca: logs of team vaults. Run by the owner of the database, as with: arca team server sql | psql -d DATABASE
        \\set ON_ERROR_STOP on
        BEGIN;
        SET LOCAL client_min_messages = warning;
        DO $$ BEGIN
          IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'arca_owner') THEN CREATE ROLE arca_owner NOLOGIN; END IF;
          IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'arca_member') THEN CREATE ROLE arca_member NOLOGIN; END IF;
        END $$;
        GRANT arca_owner TO CURRENT_USER;
        -- Only with this right can those who wait end the connection of a login that keeps a log locked: arca.enter.
        DO $$ BEGIN
          GRANT pg_signal_backend TO arca_owner;
        EXCEPTION WHEN insufficient_privilege THEN
          RAISE WARNING 'a writer can keep a log locked until a superuser has run: GRANT pg_signal_backend TO arca_owner';
        END $$;
        CREATE SCHEMA IF NOT EXISTS arca AUTHORIZATION arca_owner;
        SET LOCAL ROLE arca_owner;

        """

    /// The tables, without foreign keys.
    ///
    /// Checking one locks the referenced row until the transaction ends, so a reader who leaves a note could lock a
    /// vault's row, and with it the log.
    private static let tables = """
        CREATE TABLE IF NOT EXISTS arca.vault(
          vault bytea PRIMARY KEY CHECK(length(vault) = 16),
          generation bigint NOT NULL,
          head bytea NOT NULL CHECK(length(head) = 32)) WITH (fillfactor = 10);
        CREATE TABLE IF NOT EXISTS arca.access(
          vault bytea, login name, writes bool NOT NULL, manages bool NOT NULL, PRIMARY KEY(vault, login));
        CREATE TABLE IF NOT EXISTS arca.commit(
          vault bytea, generation bigint,
          header bytea NOT NULL CHECK(length(header) <= 65536),
          signature bytea NOT NULL CHECK(length(signature) = 64),
          changes bytea NOT NULL CHECK(length(changes) <= 33554432), PRIMARY KEY(vault, generation));
        CREATE TABLE IF NOT EXISTS arca.record(
          vault bytea, kind smallint CHECK(kind BETWEEN 1 AND 7), key bytea CHECK(length(key) = 16),
          generation bigint NOT NULL, body bytea NOT NULL CHECK(length(body) <= 4194304), PRIMARY KEY(vault, kind, key));
        CREATE INDEX IF NOT EXISTS record_generation ON arca.record(vault, generation);
        CREATE TABLE IF NOT EXISTS arca.piece(
          vault bytea, attachment bytea CHECK(length(attachment) = 16), number bigint CHECK(number >= 0),
          body bytea NOT NULL CHECK(length(body) <= 1048576), stored timestamptz NOT NULL DEFAULT now(),
          PRIMARY KEY(vault, attachment, number));
        CREATE TABLE IF NOT EXISTS arca.note(
          vault bytea, device bytea CHECK(length(device) = 16), login name NOT NULL,
          body bytea NOT NULL CHECK(length(body) <= 4096), PRIMARY KEY(vault, device, login));
        CREATE TABLE IF NOT EXISTS arca.letter(
          id bytea PRIMARY KEY CHECK(length(id) = 16), vault bytea NOT NULL,
          body bytea NOT NULL CHECK(length(body) <= 65536), keeps bool NOT NULL, stored timestamptz NOT NULL DEFAULT now());
        -- The bytes of a vault's records; who holds its log, and until when.
        ALTER TABLE arca.vault ADD COLUMN IF NOT EXISTS stored bigint NOT NULL DEFAULT 0,
          ADD COLUMN IF NOT EXISTS holder int, ADD COLUMN IF NOT EXISTS held timestamptz;
        -- The login that sent a commit, and the generation that its call followed.
        ALTER TABLE arca.commit ADD COLUMN IF NOT EXISTS login name, ADD COLUMN IF NOT EXISTS batch bigint;
        -- Records that a later commit replaced or dropped, for a week: a cut of the log brings them back.
        CREATE TABLE IF NOT EXISTS arca.replaced(
          vault bytea NOT NULL, kind smallint NOT NULL, key bytea NOT NULL, generation bigint NOT NULL, body bytea NOT NULL,
          until bigint NOT NULL, stored timestamptz NOT NULL DEFAULT clock_timestamp());
        CREATE INDEX IF NOT EXISTS replaced_until ON arca.replaced(vault, until);
        CREATE INDEX IF NOT EXISTS replaced_stored ON arca.replaced(vault, stored);
        -- The login that leaves the notes of a device.
        CREATE TABLE IF NOT EXISTS arca.device(vault bytea, device bytea, login name NOT NULL, PRIMARY KEY(vault, device));
        -- How much each login has used on a day, and how much it may: change the second column to allow more.
        CREATE TABLE IF NOT EXISTS arca.spent(
          login name, what text, day date NOT NULL, amount bigint NOT NULL, PRIMARY KEY(login, what)) WITH (fillfactor = 50);
        CREATE TABLE IF NOT EXISTS arca.quota(what text PRIMARY KEY, most bigint NOT NULL);
        INSERT INTO arca.quota VALUES
          ('vaults a day', 20), ('commits a day', 20000), ('bytes of records a day', 268435456), ('bytes of pieces a day', 2147483648),
          ('notes a day', 20000), ('letters a day', 100), ('holds a day', 1000),
          ('bytes of records in a vault', 536870912), ('logins in a vault', 1000) ON CONFLICT DO NOTHING;
        -- Tables of an earlier version.
        DO $$ DECLARE t record; BEGIN
          FOR t IN SELECT conname, conrelid::regclass AS place FROM pg_constraint
            WHERE contype = 'f' AND confrelid = 'arca.vault'::regclass LOOP
            EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', t.place, t.conname);
          END LOOP;
          IF (SELECT array_length(conkey, 1) = 2 FROM pg_constraint WHERE conrelid = 'arca.note'::regclass AND contype = 'p') THEN
            DELETE FROM arca.note n WHERE length(n.body) <> 112
              OR NOT EXISTS (SELECT FROM arca.record r WHERE r.vault = n.vault AND r.kind = 5 AND r.key = n.device);
            ALTER TABLE arca.note DROP CONSTRAINT note_pkey, ADD CONSTRAINT note_pkey PRIMARY KEY(vault, device, login);
            UPDATE arca.vault v SET stored = (SELECT coalesce(sum(length(r.body)), 0) FROM arca.record r WHERE r.vault = v.vault);
          END IF;
        END $$;
        DROP FUNCTION IF EXISTS arca.hold(bytea);

        """

    private static let rights = """

        REVOKE ALL ON ALL FUNCTIONS IN SCHEMA arca FROM PUBLIC, arca_member;
        GRANT USAGE ON SCHEMA arca TO arca_member;
        GRANT EXECUTE ON FUNCTION arca.mine, arca.make, arca.allow, arca.bind, arca.hold, arca.release, arca.append, arca.cut,
          arca.put_piece, arca.put_note, arca.letter_of, arca.put_letter TO arca_member;
        GRANT SELECT ON arca.vault, arca.commit, arca.record, arca.piece, arca.note TO arca_member;
        DO $$ DECLARE t text; BEGIN
          FOREACH t IN ARRAY ARRAY['vault', 'commit', 'record', 'piece', 'note'] LOOP
            EXECUTE format('ALTER TABLE arca.%I ENABLE ROW LEVEL SECURITY', t);
            EXECUTE format('DROP POLICY IF EXISTS mine ON arca.%I', t);
            EXECUTE format('CREATE POLICY mine ON arca.%I FOR SELECT TO arca_member USING (vault IN (SELECT arca.mine(false)))', t);
          END LOOP; END $$;
        COMMIT;

        """
}
