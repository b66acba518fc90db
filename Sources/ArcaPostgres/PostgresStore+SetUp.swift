extension PostgresStore {
    /// SQL that a database's owner runs once with `psql`, so teams can store their logs; running it again changes
    /// nothing.
    ///
    /// Create logins with `CREATE ROLE bob LOGIN PASSWORD … IN ROLE arca_member`. A login reads only its teams' rows
    /// and changes rows only through these functions, which check the caller. Members detect a dishonest server
    /// themselves.
    public static let setUp = """
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

        -- The vaults of the login; session_user, because in these functions current_user is the owner.
        CREATE OR REPLACE FUNCTION arca.mine(w bool) RETURNS SETOF bytea LANGUAGE sql STABLE SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS
          $$ SELECT vault FROM arca.access WHERE login = session_user AND (writes OR NOT w) $$;
        CREATE OR REPLACE FUNCTION arca.need(ok bool) RETURNS void LANGUAGE plpgsql
          SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          IF ok IS NOT TRUE THEN
            RAISE insufficient_privilege USING MESSAGE = format('%s has no right to this in this vault', session_user);
          END IF; END $$;
        CREATE OR REPLACE FUNCTION arca.make(v bytea) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          INSERT INTO arca.vault VALUES (v, 0, decode(repeat('00', 32), 'hex'));
          INSERT INTO arca.access VALUES (v, session_user, true, true); END $$;
        CREATE OR REPLACE FUNCTION arca.allow(v bytea, l text, r text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          PERFORM arca.need(EXISTS (SELECT FROM arca.access a WHERE a.vault = v AND a.login = session_user AND a.manages));
          PERFORM arca.need(r IN ('none', 'reader', 'writer', 'admin'));
          DELETE FROM arca.access a WHERE a.vault = v AND a.login = l::name;
          IF r <> 'none' THEN
            INSERT INTO arca.access VALUES (v, l::name, r IN ('writer', 'admin'), r = 'admin');
          END IF; END $$;
        -- A hold ends with the transaction, and with its client or after 10 s.
        CREATE OR REPLACE FUNCTION arca.hold(v bytea) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          PERFORM arca.need(v IN (SELECT arca.mine(true)));
          PERFORM set_config('idle_in_transaction_session_timeout', '10s', true);
          PERFORM FROM arca.vault x WHERE x.vault = v FOR UPDATE; END $$;
        -- The server computes the head, so that a client's mistake cannot wedge the log. Rows change one by one: joins with unnest
        -- took nine times as long.
        CREATE OR REPLACE FUNCTION arca.append(v bytea, base bigint, base_head bytea,
          headers bytea[], signatures bytea[], lists bytea[], kinds smallint[], keys bytea[], gens bigint[], bodies bytea[],
          drop_kinds smallint[], drop_keys bytea[]) RETURNS bool LANGUAGE plpgsql SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$
          DECLARE g bigint; h bytea; t record; BEGIN
          PERFORM arca.need(v IN (SELECT arca.mine(true)));
          SELECT x.generation, x.head INTO g, h FROM arca.vault x WHERE x.vault = v FOR UPDATE;
          IF g <> base OR h <> base_head THEN RETURN false; END IF;
          FOR i IN 1..cardinality(headers) LOOP
            g := g + 1;
            h := sha256(convert_to('arca.head.v1', 'UTF8') || '\\x00' || int4send(length(headers[i])) || headers[i] || signatures[i]);
            INSERT INTO arca.commit VALUES (v, g, headers[i], signatures[i], lists[i]);
          END LOOP;
          FOR t IN SELECT * FROM unnest(kinds, keys, gens, bodies) u(k, y, m, b) LOOP
            PERFORM arca.need(t.m > 0 AND t.m <= g);
            INSERT INTO arca.record VALUES (v, t.k, t.y, t.m, t.b)
              ON CONFLICT (vault, kind, key) DO UPDATE SET generation = excluded.generation, body = excluded.body;
          END LOOP;
          FOR t IN SELECT * FROM unnest(drop_kinds, drop_keys) u(k, y) LOOP
            DELETE FROM arca.record r WHERE r.vault = v AND r.kind = t.k AND r.key = t.y;
            IF t.k = 3 THEN DELETE FROM arca.piece p WHERE p.vault = v AND p.attachment = t.y; END IF;
          END LOOP;
          UPDATE arca.vault x SET generation = g, head = h WHERE x.vault = v;
          RETURN true; END $$;
        CREATE OR REPLACE FUNCTION arca.put_piece(v bytea, a bytea, i bigint, b bytea) RETURNS void LANGUAGE plpgsql
          SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          PERFORM arca.need(v IN (SELECT arca.mine(true)));
          IF i = 0 THEN
            DELETE FROM arca.piece p WHERE p.vault = v AND p.stored < now() - interval '1 day'
              AND NOT EXISTS (SELECT FROM arca.record r WHERE r.vault = v AND r.kind = 3 AND r.key = p.attachment);
          END IF;
          INSERT INTO arca.piece(vault, attachment, number, body) VALUES (v, a, i, b) ON CONFLICT DO NOTHING; END $$;
        -- A device's note is replaced by the login that left it alone. One that a crash of the server loses is left again.
        CREATE OR REPLACE FUNCTION arca.put_note(v bytea, d bytea, b bytea) RETURNS void LANGUAGE plpgsql
          SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          PERFORM arca.need(v IN (SELECT arca.mine(false)));
          PERFORM set_config('synchronous_commit', 'off', true);
          INSERT INTO arca.note VALUES (v, d, session_user, b)
            ON CONFLICT (vault, device) DO UPDATE SET body = excluded.body
            WHERE arca.note.login = session_user; END $$;
        -- An identifier is known to anyone who has the code; so a letter can be read by any login that was let in.
        CREATE OR REPLACE FUNCTION arca.letter_of(i bytea) RETURNS SETOF bytea LANGUAGE sql STABLE SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS
          $$ SELECT body FROM arca.letter WHERE id = i AND vault IN (SELECT arca.mine(false)) $$;
        CREATE OR REPLACE FUNCTION arca.put_letter(v bytea, i bytea, b bytea, k bool) RETURNS void LANGUAGE plpgsql
          SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          PERFORM arca.need(v IN (SELECT arca.mine(k)));
          DELETE FROM arca.letter l WHERE NOT l.keeps AND l.stored < now() - interval '30 days';
          INSERT INTO arca.letter(id, vault, body, keeps) VALUES (i, v, b, k); END $$;

        REVOKE ALL ON ALL FUNCTIONS IN SCHEMA arca FROM PUBLIC;
        GRANT USAGE ON SCHEMA arca TO arca_member;
        GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA arca TO arca_member;
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
