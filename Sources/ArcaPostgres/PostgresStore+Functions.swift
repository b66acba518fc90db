extension PostgresStore {
    /// The helpers of the other functions; members cannot call them, except `mine`, which the row policies need.
    ///
    /// They do not depend on settings that a login can change: days and leases use the server's clock and UTC, not the
    /// transaction's time or the session's time zone.
    static let helpers = """
        -- The vaults of the login; session_user, because in these functions current_user is the owner.
        CREATE OR REPLACE FUNCTION arca.mine(w bool) RETURNS SETOF bytea LANGUAGE sql STABLE SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS
          $$ SELECT vault FROM arca.access WHERE login = session_user AND (writes OR NOT w) $$;
        CREATE OR REPLACE FUNCTION arca.need(ok bool) RETURNS void LANGUAGE plpgsql
          SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          IF ok IS NOT TRUE THEN
            RAISE insufficient_privilege USING MESSAGE = format('%s has no right to this in this vault', session_user);
          END IF; END $$;
        CREATE OR REPLACE FUNCTION arca.manages(v bytea) RETURNS bool LANGUAGE sql STABLE
          SET search_path = pg_catalog, pg_temp AS
          $$ SELECT EXISTS (SELECT FROM arca.access WHERE vault = v AND login = session_user AND manages) $$;
        CREATE OR REPLACE FUNCTION arca.fit(ok bool, what text) RETURNS void LANGUAGE plpgsql
          SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          IF ok IS NOT TRUE THEN RAISE invalid_parameter_value USING MESSAGE = what; END IF; END $$;
        CREATE OR REPLACE FUNCTION arca.limit_to(w text, used bigint) RETURNS void LANGUAGE plpgsql
          SET search_path = pg_catalog, pg_temp AS $$ DECLARE m bigint; BEGIN
          SELECT most INTO m FROM arca.quota WHERE what = w;
          IF used > m THEN
            RAISE configuration_limit_exceeded USING MESSAGE = format('%s has reached the quota of %s %s', session_user, m, w);
          END IF; END $$;
        -- The row that this locks is the login's own, so no login can make another wait.
        CREATE OR REPLACE FUNCTION arca.spend(w text, n bigint) RETURNS void LANGUAGE plpgsql
          SET search_path = pg_catalog, pg_temp AS $$ DECLARE a bigint; today date := (clock_timestamp() AT TIME ZONE 'UTC')::date; BEGIN
          PERFORM arca.fit(n >= 0, 'an amount is missing');
          INSERT INTO arca.spent AS s VALUES (session_user, w, today, n)
            ON CONFLICT (login, what) DO UPDATE SET day = greatest(s.day, excluded.day),
              amount = CASE WHEN s.day >= excluded.day THEN s.amount ELSE 0 END + excluded.amount
            RETURNING amount INTO a;
          PERFORM arca.limit_to(w, a); END $$;
        -- Whether another connection holds the log.
        CREATE OR REPLACE FUNCTION arca.is_held(v bytea) RETURNS bool LANGUAGE sql VOLATILE
          SET search_path = pg_catalog, pg_temp AS
          $$ SELECT EXISTS (SELECT FROM arca.vault WHERE vault = v AND held > clock_timestamp() AND holder <> pg_backend_pid()) $$;
        CREATE OR REPLACE FUNCTION arca.await(v bytea) RETURNS void LANGUAGE plpgsql
          SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          FOR i IN 1..240 LOOP
            EXIT WHEN NOT arca.is_held(v);
            PERFORM pg_sleep(0.05);
          END LOOP; END $$;
        CREATE OR REPLACE FUNCTION arca.holders_of(place int) RETURNS TABLE(pid int, transaction text, mode text) LANGUAGE sql
          SET search_path = pg_catalog, pg_temp AS $$
          SELECT l.pid, l.virtualtransaction, l.mode FROM pg_locks l
            WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 1634886499 AND l.objid = place::oid AND l.objsubid = 2
              AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
              AND l.pid <> pg_backend_pid() $$;
        -- Locks a log. A login decides itself how long its transaction lasts and no setting of the server ends it, so those who wait do:
        -- a transaction that has kept the row for a whole wait loses its connection. An advisory lock, which lasts as long as the row's,
        -- tells who has it; the row's own mark may be a subtransaction that is over. Nobody else has any business with that lock.
        CREATE OR REPLACE FUNCTION arca.enter(v bytea) RETURNS void LANGUAGE plpgsql
          SET search_path = pg_catalog, pg_temp SET lock_timeout = '6s' AS $$
          DECLARE place int := hashtext(encode(v, 'hex')); has_row bool; found_now text[]; found_before text[]; BEGIN
          PERFORM FROM arca.vault r WHERE r.vault = v FOR NO KEY UPDATE SKIP LOCKED;
          has_row := FOUND;
          FOR i IN 1..10 LOOP
            EXIT WHEN has_row;
            BEGIN
              PERFORM FROM arca.vault r WHERE r.vault = v FOR NO KEY UPDATE;
              has_row := true;
            EXCEPTION WHEN lock_not_available THEN
              found_now := ARRAY(SELECT h.transaction FROM arca.holders_of(place) h);
              PERFORM pg_terminate_backend(h.pid) FROM arca.holders_of(place) h
                WHERE h.transaction = ANY (found_now) AND h.transaction = ANY (found_before);
              found_before := found_now;
            END;
          END LOOP;
          FOR i IN 1..100 LOOP
            EXIT WHEN NOT has_row;
            IF pg_try_advisory_xact_lock_shared(1634886499, place) THEN RETURN; END IF;
            PERFORM pg_terminate_backend(h.pid) FROM arca.holders_of(place) h WHERE h.mode = 'ExclusiveLock';
            PERFORM pg_sleep(0.01);
          END LOOP;
          RAISE lock_not_available USING MESSAGE = 'another login keeps the log locked'; END $$;
        -- The changes that a commit lists, ascending by name.
        CREATE OR REPLACE FUNCTION arca.changes_of(l bytea) RETURNS TABLE(act int, kind int, key bytea, digest bytea)
          LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
          DECLARE p int := 0; total int := 0; size bigint; name bytea; last bytea := ''; BEGIN
          WHILE p < length(l) LOOP
            act := get_byte(l, p);
            name := substring(l FROM p + 2 FOR 17);
            kind := get_byte(name, 0);
            key := substring(name FROM 2);
            digest := NULL;
            total := total + 1;
            IF length(name) <> 17 OR name <= last OR act NOT IN (1, 2) OR kind NOT IN (1, 3, 5, 6) OR act = 2 AND kind > 3
              OR total > 262144 THEN RAISE invalid_parameter_value USING MESSAGE = 'a list of changes is malformed'; END IF;
            last := name;
            p := p + 18;
            IF act = 1 THEN
              digest := substring(l FROM p + 1 FOR 32);
              p := p + 32;
              IF kind > 3 THEN
                size := (get_byte(l, p)::bigint << 24) + (get_byte(l, p + 1) << 16) + (get_byte(l, p + 2) << 8) + get_byte(l, p + 3);
                p := p + 4;
                PERFORM arca.fit(size <= length(l) - p AND digest = arca.digest_of(name, substring(l FROM p + 1 FOR size::int)),
                  'a list of changes has a record that is not the one it names');
                p := p + size::int;
              END IF;
            END IF;
            IF p > length(l) THEN RAISE invalid_parameter_value USING MESSAGE = 'a list of changes is cut off'; END IF;
            RETURN NEXT;
          END LOOP; END $$;
        CREATE OR REPLACE FUNCTION arca.digest_of(name bytea, body bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS
          $$ SELECT sha256(convert_to('arca.record.v1', 'UTF8') || '\\x00' || name || body) $$;
        -- Removes pieces that no record names. What another transaction is about to remove is left to it.
        CREATE OR REPLACE FUNCTION arca.sweep(v bytea) RETURNS void LANGUAGE sql
          SET search_path = pg_catalog, pg_temp AS $$
          DELETE FROM arca.piece d WHERE d.ctid IN (SELECT p.ctid FROM arca.piece p
            WHERE p.vault = v AND p.stored < clock_timestamp() - interval '1 day'
              AND NOT EXISTS (SELECT FROM arca.record r WHERE r.vault = v AND r.kind = 3 AND r.key = p.attachment)
              AND NOT EXISTS (SELECT FROM arca.replaced r WHERE r.vault = v AND r.kind = 3 AND r.key = p.attachment)
            FOR UPDATE SKIP LOCKED) $$;

        """

    /// The functions that append and read commits.
    static let logFunctions = """
        -- A hold is a lease in a column and no lock, so it ends after 10 s, whatever its login does.
        CREATE OR REPLACE FUNCTION arca.hold(v bytea) RETURNS bool LANGUAGE plpgsql SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          PERFORM arca.need(v IN (SELECT arca.mine(true)));
          PERFORM arca.await(v);
          PERFORM arca.enter(v);
          IF arca.is_held(v) THEN RETURN false; END IF;
          PERFORM arca.spend('holds a day', 1);
          UPDATE arca.vault x SET holder = pg_backend_pid(), held = clock_timestamp() + interval '10 s' WHERE x.vault = v;
          RETURN true; END $$;
        CREATE OR REPLACE FUNCTION arca.release(v bytea) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          PERFORM arca.need(v IN (SELECT arca.mine(true)));
          PERFORM arca.enter(v);
          UPDATE arca.vault x SET held = NULL WHERE x.vault = v AND x.holder = pg_backend_pid(); END $$;
        CREATE OR REPLACE FUNCTION arca.head_of(header bytea, signature bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS
          $$ SELECT sha256(convert_to('arca.head.v1', 'UTF8') || '\\x00' || int4send(length(header)) || header || signature) $$;
        -- Takes commits that follow the log, are as Arca writes them, and come with the records that they name and no others; signatures
        -- and sums are for members to check. The server computes the head, so that a client's mistake cannot wedge the log. Rows change
        -- one by one: joins with unnest took nine times as long.
        CREATE OR REPLACE FUNCTION arca.append(v bytea, base bigint, base_head bytea,
          headers bytea[], signatures bytea[], lists bytea[], kinds smallint[], keys bytea[], gens bigint[], bodies bytea[],
          drop_kinds smallint[], drop_keys bytea[]) RETURNS bool LANGUAGE plpgsql SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$
          DECLARE g bigint; h bytea; x bytea; n int := cardinality(headers); size bigint; total bigint; fits bool; t record; BEGIN
          PERFORM arca.need(v IN (SELECT arca.mine(true)));
          PERFORM arca.fit(n BETWEEN 1 AND 10000 AND cardinality(signatures) = n AND cardinality(lists) = n,
            'a batch has from 1 to 10000 commits, each with a header, a signature and a list');
          PERFORM arca.await(v);
          PERFORM arca.enter(v);
          SELECT r.generation, r.head, r.stored INTO g, h, total FROM arca.vault r WHERE r.vault = v;
          IF g IS DISTINCT FROM base OR h IS DISTINCT FROM base_head OR arca.is_held(v) THEN RETURN false; END IF;
          SELECT coalesce(sum(length(b)), 0) INTO size FROM unnest(lists) b;
          SELECT size + coalesce(sum(length(b)), 0) INTO size FROM unnest(bodies) b;
          PERFORM arca.spend('commits a day', n);
          PERFORM arca.spend('bytes of records a day', size + 512 * n);
          DELETE FROM arca.replaced r WHERE r.vault = v AND r.until > base;
          DELETE FROM arca.replaced r WHERE r.vault = v AND r.stored < now() - interval '7 days';
          FOR i IN 1..n LOOP
            g := g + 1;
            x := headers[i];
            SELECT int4send(count(*)::int) = substring(x FROM 111 FOR 4) AND coalesce(bool_and((c.kind > 3) = (length(x) = 171)), true)
              INTO fits FROM arca.changes_of(lists[i]) c;
            PERFORM arca.fit(fits AND length(signatures[i]) = 64 AND (length(x) = 168 OR substring(x FROM 169) = '\\x090101')
              AND substring(x FOR 64) = '\\x0110' || v || '\\x0208' || int8send(g) || '\\x0320' || h || '\\x0410'
              AND substring(x FROM 81 FOR 2) = '\\x0508' AND substring(x FROM 91 FOR 2) = '\\x0610'
              AND substring(x FROM 109 FOR 2) = '\\x0724' AND substring(x FROM 115 FOR 32) = sha256(lists[i])
              AND substring(x FROM 147 FOR 2) = '\\x0814', format('commit %s is not as Arca writes it', g));
            INSERT INTO arca.commit VALUES (v, g, x, signatures[i], lists[i], session_user, base);
            h := arca.head_of(x, signatures[i]);
          END LOOP;
          PERFORM arca.fit(NOT EXISTS (SELECT FROM
            (SELECT DISTINCT ON (c.kind, c.key) c.kind, c.key, c.digest, base + l.i AS generation
              FROM unnest(lists) WITH ORDINALITY l(list, i), arca.changes_of(l.list) c ORDER BY c.kind, c.key, l.i DESC) s
            FULL JOIN
            (SELECT u.k::int AS kind, u.y AS key, u.m AS generation, arca.digest_of(set_byte('\\x00', 0, u.k) || u.y, u.b) AS digest
              FROM unnest(kinds, keys, gens, bodies) u(k, y, m, b)
              UNION ALL SELECT u.k, u.y, NULL, NULL FROM unnest(drop_kinds, drop_keys) u(k, y)) r
            ON s.kind = r.kind AND s.key = r.key
            WHERE s.kind IS NULL OR r.kind IS NULL OR s.digest IS DISTINCT FROM r.digest
              OR s.digest IS NOT NULL AND s.generation IS DISTINCT FROM r.generation),
            'the records are not those that the commits name');
          FOR t IN SELECT * FROM unnest(kinds, keys, gens, bodies) u(k, y, m, b) LOOP
            WITH old AS (INSERT INTO arca.replaced SELECT r.vault, r.kind, r.key, r.generation, r.body, g FROM arca.record r
              WHERE r.vault = v AND r.kind = t.k AND r.key = t.y RETURNING length(body) AS size)
              SELECT total - coalesce(sum(o.size), 0) + length(t.b) INTO total FROM old o;
            INSERT INTO arca.record VALUES (v, t.k, t.y, t.m, t.b)
              ON CONFLICT (vault, kind, key) DO UPDATE SET generation = excluded.generation, body = excluded.body;
            -- An attachment without its pieces would stop the others; an admin may not have them any more when he repairs a log.
            IF t.k = 3 AND NOT arca.manages(v) THEN
              PERFORM arca.fit(length(t.b) % 32 = 0 AND NOT EXISTS (SELECT FROM generate_series(0, length(t.b) / 32 - 1) i
                WHERE NOT EXISTS (SELECT FROM arca.piece p WHERE p.vault = v AND p.attachment = t.y AND p.number = i
                  AND sha256(p.body) = substring(t.b FROM i * 32 + 1 FOR 32))), 'a piece of an attachment is missing');
            END IF;
          END LOOP;
          FOR t IN SELECT * FROM unnest(drop_kinds, drop_keys) u(k, y) LOOP
            WITH old AS (DELETE FROM arca.record r WHERE r.vault = v AND r.kind = t.k AND r.key = t.y RETURNING *),
              kept AS (INSERT INTO arca.replaced SELECT o.vault, o.kind, o.key, o.generation, o.body, g FROM old o)
              SELECT total - coalesce(sum(length(o.body)), 0) INTO total FROM old o;
          END LOOP;
          FOREACH x IN ARRAY headers LOOP
            PERFORM arca.fit(EXISTS (SELECT FROM arca.record r WHERE r.vault = v AND r.kind = 5 AND r.key = substring(x FROM 65 FOR 16)),
              'a commit is by a device that nobody admitted');
          END LOOP;
          -- Where a writer has filled a vault, an admin still removes him.
          IF NOT arca.manages(v) THEN PERFORM arca.limit_to('bytes of records in a vault', total); END IF;
          UPDATE arca.vault r SET generation = g, head = h, stored = greatest(total, 0) WHERE r.vault = v;
          IF cardinality(drop_kinds) > 0 THEN PERFORM arca.sweep(v); END IF;
          RETURN true; END $$;
        -- Takes back what follows a generation, with the whole of each call of which something follows it, and the right to write from
        -- the logins that sent it, which are the answer: '' for one that an earlier version did not note.
        CREATE OR REPLACE FUNCTION arca.cut(v bytea, base bigint, base_head bytea, last bigint) RETURNS SETOF bytea
          LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
          DECLARE a bigint; h bytea; BEGIN
          PERFORM arca.need(arca.manages(v));
          PERFORM arca.enter(v);
          IF NOT EXISTS (SELECT FROM arca.vault r WHERE r.vault = v AND r.generation = base AND r.head = base_head) THEN
            RAISE lock_not_available USING MESSAGE = 'others have written to the log';
          END IF;
          SELECT least(last, min(coalesce(c.batch, c.generation - 1))) INTO a FROM arca.commit c WHERE c.vault = v AND c.generation > last;
          SELECT arca.head_of(c.header, c.signature) INTO h FROM arca.commit c WHERE c.vault = v AND c.generation = a;
          PERFORM arca.fit(a < base AND h IS NOT NULL, 'the log has nothing to cut there');
          RETURN QUERY SELECT DISTINCT convert_to(coalesce(c.login::text, ''), 'UTF8') FROM arca.commit c
            WHERE c.vault = v AND c.generation > a;
          UPDATE arca.access SET writes = false, manages = false WHERE vault = v AND login <> session_user
            AND login IN (SELECT c.login FROM arca.commit c WHERE c.vault = v AND c.generation > a);
          DELETE FROM arca.commit c WHERE c.vault = v AND c.generation > a;
          DELETE FROM arca.record r WHERE r.vault = v AND r.generation > a;
          INSERT INTO arca.record SELECT DISTINCT ON (r.kind, r.key) r.vault, r.kind, r.key, r.generation, r.body FROM arca.replaced r
            WHERE r.vault = v AND r.generation <= a AND r.until > a ORDER BY r.kind, r.key, r.generation DESC ON CONFLICT DO NOTHING;
          DELETE FROM arca.replaced r WHERE r.vault = v AND r.until > a;
          UPDATE arca.vault x SET generation = a, head = h,
            stored = (SELECT coalesce(sum(length(r.body)), 0) FROM arca.record r WHERE r.vault = v) WHERE x.vault = v; END $$;

        """

    static let otherFunctions = """
        CREATE OR REPLACE FUNCTION arca.make(v bytea) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          PERFORM arca.spend('vaults a day', 1);
          INSERT INTO arca.vault(vault, generation, head) VALUES (v, 0, decode(repeat('00', 32), 'hex'));
          INSERT INTO arca.access VALUES (v, session_user, true, true); END $$;
        CREATE OR REPLACE FUNCTION arca.allow(v bytea, l text, r text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          PERFORM arca.need(arca.manages(v));
          PERFORM arca.need(r IN ('none', 'reader', 'writer', 'admin'));
          DELETE FROM arca.access a WHERE a.vault = v AND a.login = l::name;
          IF r <> 'none' THEN
            INSERT INTO arca.access VALUES (v, l::name, r IN ('writer', 'admin'), r = 'admin');
            PERFORM arca.limit_to('logins in a vault', (SELECT count(*) FROM arca.access a WHERE a.vault = v));
          END IF; END $$;
        -- Notes of these devices come from the login alone. Those of others are removed, except where their transactions are open.
        CREATE OR REPLACE FUNCTION arca.bind(v bytea, l text, devices bytea[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          PERFORM arca.need(arca.manages(v));
          DELETE FROM arca.device d WHERE d.vault = v AND d.login = l::name;
          INSERT INTO arca.device SELECT DISTINCT v, r.key, l::name FROM arca.record r
            WHERE r.vault = v AND r.kind = 5 AND r.key = ANY (devices)
            ON CONFLICT (vault, device) DO UPDATE SET login = excluded.login;
          DELETE FROM arca.note e WHERE e.ctid IN (SELECT n.ctid FROM arca.note n WHERE n.vault = v AND CASE WHEN n.device = ANY (devices)
            THEN n.login <> l::name ELSE n.login = l::name END FOR UPDATE SKIP LOCKED); END $$;
        CREATE OR REPLACE FUNCTION arca.put_piece(v bytea, a bytea, i bigint, b bytea) RETURNS void LANGUAGE plpgsql
          SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          PERFORM arca.need(v IN (SELECT arca.mine(true)));
          PERFORM arca.spend('bytes of pieces a day', greatest(length(b), 4096));
          IF i = 0 THEN PERFORM arca.sweep(v); END IF;
          INSERT INTO arca.piece AS p (vault, attachment, number, body) VALUES (v, a, i, b)
            ON CONFLICT (vault, attachment, number) DO UPDATE SET body = excluded.body, stored = excluded.stored
            WHERE p.body <> excluded.body AND NOT EXISTS (SELECT FROM arca.record r WHERE r.vault = v AND r.kind = 3 AND r.key = a)
              AND NOT EXISTS (SELECT FROM arca.replaced r WHERE r.vault = v AND r.kind = 3 AND r.key = a); END $$;
        -- One note for each login and device: none takes the place of another's. One that a crash of the server loses is left again.
        CREATE OR REPLACE FUNCTION arca.put_note(v bytea, d bytea, b bytea) RETURNS void LANGUAGE plpgsql
          SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          PERFORM arca.need(v IN (SELECT arca.mine(false)));
          PERFORM arca.fit(length(b) = 112, 'a note has 112 bytes');
          PERFORM arca.need(EXISTS (SELECT FROM arca.record r WHERE r.vault = v AND r.kind = 5 AND r.key = d)
            AND NOT EXISTS (SELECT FROM arca.device o WHERE o.vault = v AND o.device = d AND o.login <> session_user));
          PERFORM arca.spend('notes a day', 1);
          PERFORM set_config('synchronous_commit', 'off', true);
          INSERT INTO arca.note VALUES (v, d, session_user, b)
            ON CONFLICT (vault, device, login) DO UPDATE SET body = excluded.body; END $$;
        -- An identifier is known to anyone who has the code; so a letter can be read by any login that was let in.
        CREATE OR REPLACE FUNCTION arca.letter_of(i bytea) RETURNS SETOF bytea LANGUAGE sql STABLE SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS
          $$ SELECT body FROM arca.letter WHERE id = i AND vault IN (SELECT arca.mine(false)) $$;
        CREATE OR REPLACE FUNCTION arca.put_letter(v bytea, i bytea, b bytea, k bool) RETURNS void LANGUAGE plpgsql
          SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ BEGIN
          PERFORM arca.need(v IN (SELECT arca.mine(false)) AND (arca.manages(v) OR NOT k));
          PERFORM arca.spend('letters a day', 1);
          DELETE FROM arca.letter d WHERE d.id IN (SELECT l.id FROM arca.letter l
            WHERE NOT l.keeps AND l.stored < clock_timestamp() - interval '30 days' FOR UPDATE SKIP LOCKED);
          INSERT INTO arca.letter(id, vault, body, keeps) VALUES (i, v, b, k); END $$;
        """
}
