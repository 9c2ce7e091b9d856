import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import type { PoolClient } from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { AUDITED_TABLES, EVENT_LABELS, matchActionLabels } from "#domain/audit/audit-entry.ts";
import { runAs, toCaller } from "#tests/support/database/run-as.ts";
import type { Account } from "#tests/support/records/account.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { buildInvoice } from "#tests/support/records/invoice.ts";
import { buildProject } from "#tests/support/records/project.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

let database: TestDatabase;
let client: TestClient;
let administrator: Account;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await createTestClient(database, {
    projects: [buildProject()],
    invoices: [buildInvoice({ invoice_number: "0042" })],
  });
  administrator = await createAdministrator(database);
});

const SELECT_LAST_ENTRY = `select actor_id, actor, action, table_name, row_id, before ->> 'status' as old_status, after ->> 'status' as new_status
                from public.audit_log order by id desc limit 1`;

describe("the audit log", () => {
  test("records who changed which row, with its values before and after", async () => {
    const [project] = client.projects;
    const entries = await runAs(database.pool, toCaller(administrator), async (connection) => {
      await connection.query("update public.projects set status = 'frozen' where id = $1", [project?.id]);
      return (await connection.query(SELECT_LAST_ENTRY)).rows;
    });
    expect(entries).toEqual([
      {
        actor_id: administrator.userId,
        actor: administrator.email,
        action: "update",
        table_name: "projects",
        row_id: project?.id,
        old_status: "in_progress",
        new_status: "frozen",
      },
    ]);
  });

  test("lists the name of the target and its client", async () => {
    const [project] = client.projects;
    const [{ company }] = (
      await database.pool.query("select company from public.clients where id = $1", [client.id])
    ).rows;
    const rows = await runAs(database.pool, toCaller(administrator), async (connection) => {
      await connection.query("update public.projects set status = 'on_hold' where id = $1", [project?.id]);
      await connection.query("insert into public.messages (client_id, body) values ($1, 'Hello')", [
        client.id,
      ]);
      await connection.query("select endpoints.record_audit_entry('export data', 'clients', $1, null)", [
        client.id,
      ]);
      await connection.query("select endpoints.record_audit_entry('run', 'jobs', 'sync-invoices', null)");
      return (
        await connection.query(
          "select table_name, target_name, client_name from public.audit_log_list order by id desc limit 4",
        )
      ).rows;
    });
    expect(rows).toEqual([
      { table_name: "jobs", target_name: null, client_name: null },
      { table_name: "clients", target_name: company, client_name: null },
      { table_name: "messages", target_name: null, client_name: company },
      { table_name: "projects", target_name: project?.project_name, client_name: company },
    ]);
  });

  test("names the event of an entry, its target and its client", async () => {
    const [invoice] = client.invoices;
    const [{ company }] = (
      await database.pool.query("select company from public.clients where id = $1", [client.id])
    ).rows;
    const rows = await runAs(database.pool, toCaller(administrator), async (connection) => {
      await connection.query(
        "insert into endpoints.invoice_reminders (invoice_id, client_id, sent_on, amount_cents) values ($1, $2, '2026-11-02', 100)",
        [invoice?.id, client.id],
      );
      await connection.query("update endpoints.invoices set client_id = null where id = $1", [invoice?.id]);
      await connection.query("update endpoints.clients set status = 'suspended' where id = $1", [client.id]);
      return (
        await connection.query(
          "select event, target_name, client_name from public.audit_log_list order by id desc limit 3",
        )
      ).rows;
    });
    const number = `#${invoice?.invoice_number}`;
    expect(rows).toEqual([
      { event: "suspend client", target_name: company, client_name: null },
      { event: "unassign invoice", target_name: number, client_name: company },
      { event: "send reminder", target_name: number, client_name: company },
    ]);
  });

  describe("groups the changes of a request", () => {
    /** Suspends the client and changes its project in one transaction. */
    async function changeBoth(connection: PoolClient): Promise<void> {
      await connection.query("update public.projects set status = 'frozen' where id = $1", [
        client.projects[0]?.id,
      ]);
      await connection.query("update endpoints.clients set status = 'suspended' where id = $1", [client.id]);
    }
    const search = async (connection: PoolClient, { words = [""], table = "", onlyFirst = true } = {}) => {
      const terms = words
        .filter((word) => word !== "")
        .map((word) => ({ pattern: `%${word}%`, ...matchActionLabels(word) }));
      const { rows } = await connection.query(
        "select * from public.search_audit_log($1, $2, $3) order by id",
        [JSON.stringify(terms), table, onlyFirst],
      );
      return rows;
    };

    test("as one entry, whose title is the most important change", async () => {
      await runAs(database.pool, toCaller(administrator), async (connection) => {
        await changeBoth(connection);
        const [first, second] = (await connection.query("select * from public.audit_log order by id")).rows;
        expect([first.part_of, second.part_of]).toEqual([null, first.id]);
        const [entry, ...others] = await search(connection);
        expect(others).toEqual([]);
        expect(entry).toMatchObject({
          ...{ id: first.id, table_name: "projects", entry_count: 2, title_id: second.id },
        });
      });
    });

    test("and finds the entry by each of its changes", async () => {
      await runAs(database.pool, toCaller(administrator), async (connection) => {
        await changeBoth(connection);
        const company = `${(await search(connection))[0].client_name}`.replace("Company ", "");
        for (const filter of [
          { words: ["suspended", company] },
          { words: ["CHANGED", administrator.email] },
          { table: "clients" },
          { table: "projects", words: ["project"] },
        ]) {
          expect(await search(connection, filter), JSON.stringify(filter)).toHaveLength(1);
          expect(await search(connection, { ...filter, onlyFirst: false })).toHaveLength(2);
        }
        for (const filter of [
          { words: ["unknown"] },
          { table: "invoices" },
          { words: ["suspended", "changed"] },
        ]) {
          expect(await search(connection, filter), JSON.stringify(filter)).toEqual([]);
        }
      });
    });

    test("but not those of two requests", async () => {
      const readFirst = () =>
        runAs(database.pool, toCaller(administrator), async (connection) => {
          await changeBoth(connection);
          return (await search(connection)).map(({ id }) => id);
        });
      const [[one], [other]] = [await readFirst(), await readFirst()];
      expect(one).not.toBe(other);
    });
  });

  test("names the steps of publishing an invoice", async () => {
    const readEvent = async (before: object | null, after: object) => {
      const { rows } = await database.pool.query(
        "select private.audit_event('update', 'invoice_drafts', $1, $2) as event",
        [before, after],
      );
      return rows[0].event;
    };
    const draft = { title: "Retainer", status: "prepared", requested_status: "prepared" };
    expect(await readEvent(draft, { ...draft, requested_status: "published" })).toBe(
      "start publishing invoice",
    );
    expect(await readEvent(null, { write: "publish_invoice", square_id: "1" })).toBe(
      "publish invoice in Square",
    );
    expect(await readEvent({ status: "prepared" }, { status: "published" })).toBe("publish invoice");
    expect(await readEvent(null, { problem: "outage" })).toBe("report problem with invoice");
    expect(await readEvent(draft, { ...draft, title: "Retainer 2" })).toBeNull();
  });

  test("distinguishes restoring a finding from publishing it", async () => {
    const { rows } = await database.pool.query(
      `select private.audit_event('update', 'findings', '{"publication_status": "draft"}', after) as published,
              private.audit_event('update', 'findings', '{"publication_status": "withdrawn"}', after) as restored
         from (select '{"publication_status": "published"}'::jsonb as after) as changed`,
    );
    expect(rows).toEqual([{ published: "publish finding", restored: "restore finding" }]);
  });

  test("names the linking of a client to a customer in Square", async () => {
    const { rows } = await database.pool.query(
      `select private.audit_event('update', 'clients', null, '{"square_customer_id": "C1"}') as linked,
              private.audit_event('update', 'clients', '{"phone": "1"}', '{"phone": "2"}') as changed`,
    );
    expect(rows).toEqual([{ linked: "link Square customer", changed: null }]);
  });

  test("has a label for every event, and for every audited table", async () => {
    const { rows: functions } = await database.pool.query(
      "select pg_get_functiondef('private.audit_event'::regproc) as definition",
    );
    const events = [...functions[0].definition.matchAll(/(?:THEN|ELSE) '([^']+)'/g)].map(
      ([, event]) => event,
    );
    expect([...new Set(events)].sort()).toEqual(Object.keys(EVENT_LABELS).sort());
    const { rows: triggers } = await database.pool.query(
      "select distinct tgrelid::regclass::text as table from pg_trigger where tgname ~ '_audit(_insert)?$'",
    );
    const tables = triggers.map(({ table }) => table.replace(/^.*\./, ""));
    expect(tables.length).toBeGreaterThan(20);
    expect(tables.filter((table) => !AUDITED_TABLES.includes(table))).toEqual([]);
  });

  test("records each row of an insert, without the texts of findings", async () => {
    const [project] = client.projects;
    const entries = await runAs(database.pool, toCaller(administrator), async (connection) => {
      await connection.query(
        `insert into endpoints.findings (project_id, client_id, title, severity, found_on, evidence)
         select $1, $2, title, 'low', '2026-11-02', 'A prompt' from unnest('{First,Second}'::text[]) as title`,
        [project?.id, client.id],
      );
      return (
        await connection.query(
          `select actor, action, table_name, row_id = after ->> 'id' as has_row, after ->> 'title' as title,
                  after ? 'evidence' as has_texts, before
             from public.audit_log order by id desc limit 2`,
        )
      ).rows;
    });
    const entry = {
      actor: administrator.email,
      action: "insert",
      table_name: "findings",
      has_row: true,
      has_texts: false,
      before: null,
    };
    expect(entries).toEqual([
      { ...entry, title: "Second" },
      { ...entry, title: "First" },
    ]);
  });

  test("records the administrator when the server bypasses policies", async () => {
    const connection = await database.pool.connect();
    try {
      await connection.query("begin");
      await connection.query("select set_config('app.actor', $1, true)", [administrator.userId]);
      await connection.query("update public.clients set status = 'suspended' where id = $1", [client.id]);
      const { rows } = await connection.query(SELECT_LAST_ENTRY);
      expect(rows[0]).toMatchObject({
        actor_id: administrator.userId,
        // The entry must show the same name as for changes in the administrator's own session.
        actor: administrator.email,
        table_name: "clients",
        new_status: "suspended",
      });
    } finally {
      await connection.query("rollback");
      connection.release();
    }
  });

  test("ignores changes by clients and by the server without an administrator", async () => {
    const { rows } = await database.pool.query("select count(*)::integer as entries from public.audit_log");
    expect(rows).toEqual([{ entries: 0 }]);
    const newEntries = await runAs(database.pool, toCaller(client), async (connection) => {
      await connection.query("update public.clients set phone = '555' where id = $1", [client.id]);
      await connection.query("reset role");
      return (await connection.query("select count(*)::integer as entries from public.audit_log")).rows;
    });
    expect(newEntries).toEqual([{ entries: 0 }]);
  });

  test.each([
    "update public.audit_log set actor = 'mallory'",
    "delete from public.audit_log",
    "truncate public.audit_log",
  ])("cannot be changed even by the database owner: %s", async (statement) => {
    await database.pool.query(
      "insert into public.audit_log (actor, action, table_name) values ('a', 'update', 'x')",
    );
    await expect(database.pool.query(statement)).rejects.toThrow("the audit log cannot be changed");
  });

  test.each([
    ["insert into public.audit_log (actor, action, table_name) values ('a', 'update', 'x')"],
    ["update public.audit_log set actor = 'mallory'"],
    ["delete from public.audit_log where at < '2020-01-01'"],
  ])("cannot be written by administrators: %s", async (statement) => {
    const attempt = runAs(database.pool, toCaller(administrator), (connection) =>
      connection.query(statement),
    );
    await expect(attempt).rejects.toThrow("permission denied");
  });

  test("allows deleting only entries older than a year", async () => {
    const connection = await database.pool.connect();
    const deleteEntries = (actor: string) =>
      connection.query("delete from public.audit_log where actor = $1", [actor]);
    try {
      await connection.query("begin");
      await connection.query(
        `insert into public.audit_log (at, actor, action, table_name)
         values (now() - interval '12 months' - interval '1 second', 'old', 'update', 'x'),
                (now() - interval '12 months' + interval '1 minute', 'recent', 'update', 'x')`,
      );
      expect((await deleteEntries("old")).rowCount).toBe(1);
      await expect(deleteEntries("recent")).rejects.toThrow("the audit log cannot be changed");
    } finally {
      await connection.query("rollback");
      connection.release();
    }
  });
});

test("audit entries for inquiries exclude text columns that may contain personal data", async () => {
  // Personal data must be erasable, but the audit log cannot be changed. If this test fails for a new text column, exclude
  // the column in the trigger, or add it to this list if it contains no personal data.
  const { rows } = await database.pool.query<{ column: string }>(`
    select attribute.attname as column
      from pg_attribute as attribute
      join pg_trigger as trigger on trigger.tgrelid = attribute.attrelid and trigger.tgname = 'contact_inquiries_audit'
     where attribute.atttypid = 'text'::regtype and not attribute.attisdropped
       and attribute.attname <> all (string_to_array(encode(trigger.tgargs, 'escape'), '\\000'))
     order by attribute.attnum`);
  expect(rows.map(({ column }) => column)).toEqual(["reference", "service_interest", "status", "source"]);
});
