import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { aClient, type TestClient } from "#tests/support/a-client.ts";
import { actingAs, beginAs, type Caller, callerOf } from "#tests/support/acting-as.ts";
import type { Account } from "#tests/support/an-account.ts";
import { anAdministrator } from "#tests/support/an-administrator.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let client: TestClient;
let administrator: Account;
beforeAll(async () => {
  database = await aDatabase();
  client = await aClient(database);
  administrator = await anAdministrator(database);
});

type Row = { sender_role: string; sender_id: string | null; read: boolean };

/** Runs as a person; what was done is undone afterwards. */
function as(caller: Caller, ...statements: [sql: string, values?: unknown[]][]): Promise<Row[]> {
  return actingAs(database.pool, caller, async (connection) => {
    let rows: Row[] = [];
    for (const [sql, values] of statements) ({ rows } = await connection.query<Row>(sql, values));
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
  test("carries the side and the person of the signed token", async () => {
    expect(await as(callerOf(client), write())).toEqual([
      { sender_role: "client", sender_id: client.userId },
    ]);
    expect(await as(callerOf(administrator), write())).toEqual([
      { sender_role: "admin", sender_id: administrator.userId },
    ]);
  });

  test.each(["", "  \n", "x".repeat(5001)])("is not empty and not endless", async (body) => {
    await expect(as(callerOf(client), write(body))).rejects.toThrow(/messages_body_check/);
  });

  test("is one of sixty in ten minutes at most", async () => {
    const sixty: [string, unknown[]] = [
      "insert into public.messages (client_id, body) select $1, 'Hello' from generate_series(1, 60)",
      [client.id],
    ];
    await expect(as(callerOf(client), sixty, write())).rejects.toMatchObject({ code: "PT429" });
  });

  test("waits for the one sent at the same time, and is refused when that was the sixtieth", async () => {
    const eager = await aClient(database);
    await database.pool.query(
      `insert into public.messages (client_id, sender_role, body)
       select $1, 'client', 'Hello' from generate_series(1, 59)`,
      [eager.id],
    );
    const INSERT = "insert into public.messages (client_id, body) values ($1, 'Hello')";
    const [one, other] = [await database.pool.connect(), await database.pool.connect()];
    try {
      for (const connection of [one, other]) await beginAs(connection, callerOf(eager));
      await one.query(INSERT, [eager.id]);
      const waiting = other.query(INSERT, [eager.id]);
      const refused = expect(waiting).rejects.toMatchObject({ code: "PT429" });
      await one.query("commit");
      await refused;
    } finally {
      await other.query("rollback");
      one.release();
      other.release();
    }
  });
});

describe("reading", () => {
  const note = (column: string, id: string, value: string): [string, unknown[]] => [
    `update public.messages set ${column} = ${value} where id = $1
     returning ${column} between now() - interval '1 minute' and clock_timestamp() as read`,
    [id],
  ];

  test("is noted by each side for itself, at the database's own time", async () => {
    const [ofFirm, ofClient] = [await stored("admin"), await stored("client")];
    const claimed = "'2001-01-01'";
    expect(await as(callerOf(client), note("read_by_client_at", ofFirm, claimed))).toEqual([{ read: true }]);
    expect(await as(callerOf(administrator), note("read_by_firm_at", ofClient, claimed))).toEqual([
      { read: true },
    ]);
  });

  test("is not noted for the other side, and not taken back", async () => {
    const id = await stored("client");
    await expect(as(callerOf(client), note("read_by_firm_at", id, "now()"))).rejects.toThrow(/not yours/);
    await expect(as(callerOf(administrator), note("read_by_client_at", id, "now()"))).rejects.toThrow(
      /not yours/,
    );
    const read = note("read_by_client_at", id, "now()");
    const unread = note("read_by_client_at", id, "null");
    expect(await as(callerOf(client), read, unread)).toEqual([{ read: true }]);
  });
});

test("with a second factor enrolled, a client's session without it reads nothing", async () => {
  const guarded = await aClient(database);
  const seen = async (aal: "aal1" | "aal2") =>
    (await as(callerOf(guarded, aal), ["select from public.clients"])).length;
  expect(await seen("aal1")).toBe(1);
  await database.pool.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
     values ($1, $2, 'Authenticator', 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now())`,
    [randomUUID(), guarded.userId],
  );
  expect(await seen("aal1")).toBe(0);
  expect(await seen("aal2")).toBe(1);
});
