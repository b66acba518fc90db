/// The output of `arca team server sql` in earlier versions: the tables, and functions that had other result types.
enum EarlierSetUp {
    static let version0_2 = """
        -- Arca: logs of team vaults. Run by the owner of the database, as with: arca team server sql | psql -d DATABASE
        \\set ON_ERROR_STOP on
        BEGIN;
        SET LOCAL client_min_messages = warning;
        DO $$ BEGIN
          IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'arca_owner') THEN CREATE ROLE arca_owner NOLOGIN; END IF;
          IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'arca_member') THEN CREATE ROLE arca_member NOLOGIN; END IF;
        END $$;
        GRANT arca_owner TO CURRENT_USER;
        CREATE SCHEMA IF NOT EXISTS arca AUTHORIZATION arca_owner;
        SET LOCAL ROLE arca_owner;
        CREATE TABLE IF NOT EXISTS arca.vault(
          vault bytea PRIMARY KEY CHECK(length(vault) = 16),
          generation bigint NOT NULL,
          head bytea NOT NULL CHECK(length(head) = 32)) WITH (fillfactor = 10);
        CREATE TABLE IF NOT EXISTS arca.access(
          vault bytea REFERENCES arca.vault, login name, writes bool NOT NULL, manages bool NOT NULL, PRIMARY KEY(vault, login));
        CREATE TABLE IF NOT EXISTS arca.commit(
          vault bytea REFERENCES arca.vault, generation bigint,
          header bytea NOT NULL CHECK(length(header) <= 65536),
          signature bytea NOT NULL CHECK(length(signature) = 64),
          changes bytea NOT NULL CHECK(length(changes) <= 33554432), PRIMARY KEY(vault, generation));
        CREATE TABLE IF NOT EXISTS arca.record(
          vault bytea REFERENCES arca.vault, kind smallint CHECK(kind BETWEEN 1 AND 7), key bytea CHECK(length(key) = 16),
          generation bigint NOT NULL, body bytea NOT NULL CHECK(length(body) <= 4194304), PRIMARY KEY(vault, kind, key));
        CREATE INDEX IF NOT EXISTS record_generation ON arca.record(vault, generation);
        CREATE TABLE IF NOT EXISTS arca.piece(
          vault bytea REFERENCES arca.vault, attachment bytea CHECK(length(attachment) = 16), number bigint CHECK(number >= 0),
          body bytea NOT NULL CHECK(length(body) <= 1048576), stored timestamptz NOT NULL DEFAULT now(),
          PRIMARY KEY(vault, attachment, number));
        CREATE TABLE IF NOT EXISTS arca.note(
          vault bytea REFERENCES arca.vault, device bytea CHECK(length(device) = 16), login name NOT NULL,
          body bytea NOT NULL CHECK(length(body) <= 4096), PRIMARY KEY(vault, device));
        CREATE TABLE IF NOT EXISTS arca.letter(
          id bytea PRIMARY KEY CHECK(length(id) = 16), vault bytea NOT NULL REFERENCES arca.vault,
          body bytea NOT NULL CHECK(length(body) <= 65536), keeps bool NOT NULL, stored timestamptz NOT NULL DEFAULT now());

        CREATE FUNCTION arca.hold(v bytea) RETURNS void LANGUAGE sql AS $$ SELECT $$;
        CREATE FUNCTION arca.put_note(v bytea, d bytea, b bytea) RETURNS void LANGUAGE sql AS $$ SELECT $$;
        GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA arca TO arca_member;
        COMMIT;

        """
}
