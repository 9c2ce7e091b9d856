import { randomUUID } from "node:crypto";
import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, describe, expect, test } from "vitest";
import { beginAs, type Caller, runAs, toCaller } from "#tests/support/database/run-as.ts";
import type { Account } from "#tests/support/records/account.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

let database: TestDatabase;
let client: TestClient;
let administrator: Account;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await createTestClient(database);
  administrator = await createAdministrator(database);
});

type Row = { sender_role: string; sender_id: string | null; read: boolean };

/** Runs statements as the caller and rolls them back. */
function runStatementsAs(caller: Caller, ...statements: [sql: string, values?: unknown[]][]): Promise<Row[]> {
  return runAs(database.pool, caller, async (connection) => {
    let rows: Row[] = [];
    for (const [sql, values] of statements) {
      ({ rows } = await connection.query<Row>(sql, values));
    }
    return rows;
  });
}

const write = (body = "When do we begin?"): [string, unknown[]] => [
  "insert into public.messages (client_id, body) values ($1, $2) returning sender_role, sender_id",
  [client.id, body],
];

async function stored(sender_role: "client" | "admin"): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    "insert into public.messages (client_id, sender_role, body) values ($1, $2, 'Hello') returning id",
    [client.id, sender_role],
  );
  return rows[0]?.id ?? "";
}

describe("a message", () => {
  test("has the role and user of the signed token as its sender", async () => {
    expect(await runStatementsAs(toCaller(client), write())).toEqual([
      { sender_role: "client", sender_id: client.userId },
    ]);
    expect(await runStatementsAs(toCaller(administrator), write())).toEqual([
      { sender_role: "admin", sender_id: administrator.userId },
    ]);
  });

  test.each(["", "  \n", "x".repeat(5001)])("rejects an empty text or one that is too long", async (body) => {
    await expect(runStatementsAs(toCaller(client), write(body))).rejects.toThrow(/messages_body_check/);
  });

  test("is rejected if it is the 61st within ten minutes", async () => {
    const sixty: [string, unknown[]] = [
      "insert into public.messages (client_id, body) select $1, 'Hello' from generate_series(1, 60)",
      [client.id],
    ];
    await expect(runStatementsAs(toCaller(client), sixty, write())).rejects.toMatchObject({ code: "PT429" });
  });

  test("is counted with concurrent messages", async () => {
    const eager = await createTestClient(database);
    await database.pool.query(
      `insert into public.messages (client_id, sender_role, body)
       select $1, 'client', 'Hello' from generate_series(1, 59)`,
      [eager.id],
    );
    const INSERT = "insert into public.messages (client_id, body) values ($1, 'Hello')";
    const [one, other] = [await database.pool.connect(), await database.pool.connect()];
    try {
      for (const connection of [one, other]) {
        await beginAs(connection, toCaller(eager));
      }
      await one.query(INSERT, [eager.id]);
      const waiting = other.query(INSERT, [eager.id]);
      const rejection = expect(waiting).rejects.toMatchObject({ code: "PT429" });
      await one.query("commit");
      await rejection;
    } finally {
      await other.query("rollback");
      one.release();
      other.release();
    }
  });
});

describe("read times", () => {
  const setReadTime = (column: string, id: string, value: string): [string, unknown[]] => [
    `update public.messages set ${column} = ${value} where id = $1
     returning ${column} between now() - interval '1 minute' and clock_timestamp() as read`,
    [id],
  ];

  test("are set by each side for itself, from the database clock", async () => {
    const [fromFirm, fromClient] = [await stored("admin"), await stored("client")];
    const claimed = "'2001-01-01'";
    expect(
      await runStatementsAs(toCaller(client), setReadTime("read_by_client_at", fromFirm, claimed)),
    ).toEqual([{ read: true }]);
    expect(
      await runStatementsAs(toCaller(administrator), setReadTime("read_by_firm_at", fromClient, claimed)),
    ).toEqual([{ read: true }]);
  });

  test("cannot be set for the other side or cleared", async () => {
    const id = await stored("client");
    await expect(
      runStatementsAs(toCaller(client), setReadTime("read_by_firm_at", id, "now()")),
    ).rejects.toThrow(/only the recipient/);
    await expect(
      runStatementsAs(toCaller(administrator), setReadTime("read_by_client_at", id, "now()")),
    ).rejects.toThrow(/only the recipient/);
    const read = setReadTime("read_by_client_at", id, "now()");
    const unread = setReadTime("read_by_client_at", id, "null");
    expect(await runStatementsAs(toCaller(client), read, unread)).toEqual([{ read: true }]);
  });
});

test("a client with a second factor reads nothing before verifying it", async () => {
  const guarded = await createTestClient(database);
  const countVisible = async (aal: "aal1" | "aal2") =>
    (await runStatementsAs(toCaller(guarded, aal), ["select from public.clients"])).length;
  expect(await countVisible("aal1")).toBe(1);
  await database.pool.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
     values ($1, $2, 'Authenticator', 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now())`,
    [randomUUID(), guarded.userId],
  );
  expect(await countVisible("aal1")).toBe(0);
  expect(await countVisible("aal2")).toBe(1);
});
