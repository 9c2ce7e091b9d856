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

/** Runs the statements as the caller, rolls them back, and returns the rows of the last one. */
function runAndRollBack(caller: Caller, ...statements: [sql: string, values?: unknown[]][]): Promise<Row[]> {
  return runAs(database.pool, caller, async (connection) => {
    let rows: Row[] = [];
    for (const [sql, values] of statements) {
      ({ rows } = await connection.query<Row>(sql, values));
    }
    return rows;
  });
}

const insertStatement = (body = "When do we begin?"): [string, unknown[]] => [
  "insert into public.messages (client_id, body) values ($1, $2) returning sender_role, sender_id",
  [client.id, body],
];

async function storeMessage(sender_role: "client" | "admin"): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    "insert into public.messages (client_id, sender_role, body) values ($1, $2, 'Hello') returning id",
    [client.id, sender_role],
  );
  return rows[0]?.id ?? "";
}

describe("a message", () => {
  test("takes its sender's role and user id from the signed token", async () => {
    expect(await runAndRollBack(toCaller(client), insertStatement())).toEqual([
      { sender_role: "client", sender_id: client.userId },
    ]);
    expect(await runAndRollBack(toCaller(administrator), insertStatement())).toEqual([
      { sender_role: "admin", sender_id: administrator.userId },
    ]);
  });

  test.each(["", "  \n", "x".repeat(5001)])("is rejected if its text is empty or too long", async (body) => {
    await expect(runAndRollBack(toCaller(client), insertStatement(body))).rejects.toThrow(
      /messages_body_check/,
    );
  });

  test("is rejected if it is the client's 61st within 10 minutes", async () => {
    const insertSixtyMessages: [string, unknown[]] = [
      "insert into public.messages (client_id, body) select $1, 'Hello' from generate_series(1, 60)",
      [client.id],
    ];
    await expect(
      runAndRollBack(toCaller(client), insertSixtyMessages, insertStatement()),
    ).rejects.toMatchObject({ code: "PT429" });
  });

  test("is counted toward the limit of a concurrent transaction", async () => {
    const activeClient = await createTestClient(database);
    await database.pool.query(
      `insert into public.messages (client_id, sender_role, body)
       select $1, 'client', 'Hello' from generate_series(1, 59)`,
      [activeClient.id],
    );
    const INSERT = "insert into public.messages (client_id, body) values ($1, 'Hello')";
    const [one, other] = [await database.pool.connect(), await database.pool.connect()];
    try {
      for (const connection of [one, other]) {
        await beginAs(connection, toCaller(activeClient));
      }
      await one.query(INSERT, [activeClient.id]);
      const blockedInsert = other.query(INSERT, [activeClient.id]);
      const rejection = expect(blockedInsert).rejects.toMatchObject({ code: "PT429" });
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

  test("are set by the recipient, to the database's current time", async () => {
    const [fromFirm, fromClient] = [await storeMessage("admin"), await storeMessage("client")];
    const forgedTime = "'2001-01-01'";
    expect(
      await runAndRollBack(toCaller(client), setReadTime("read_by_client_at", fromFirm, forgedTime)),
    ).toEqual([{ read: true }]);
    expect(
      await runAndRollBack(toCaller(administrator), setReadTime("read_by_firm_at", fromClient, forgedTime)),
    ).toEqual([{ read: true }]);
  });

  test("cannot be set by the sender or cleared", async () => {
    const id = await storeMessage("client");
    await expect(
      runAndRollBack(toCaller(client), setReadTime("read_by_firm_at", id, "now()")),
    ).rejects.toThrow(/only the recipient/);
    await expect(
      runAndRollBack(toCaller(administrator), setReadTime("read_by_client_at", id, "now()")),
    ).rejects.toThrow(/only the recipient/);
    const markRead = setReadTime("read_by_client_at", id, "now()");
    const markUnread = setReadTime("read_by_client_at", id, "null");
    expect(await runAndRollBack(toCaller(client), markRead, markUnread)).toEqual([{ read: true }]);
  });
});

test("a client with a second factor cannot read data before verifying it", async () => {
  const clientWithFactor = await createTestClient(database);
  const countVisible = async (aal: "aal1" | "aal2") =>
    (await runAndRollBack(toCaller(clientWithFactor, aal), ["select from public.clients"])).length;
  expect(await countVisible("aal1")).toBe(1);
  await database.pool.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
     values ($1, $2, 'Authenticator', 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now())`,
    [randomUUID(), clientWithFactor.userId],
  );
  expect(await countVisible("aal1")).toBe(0);
  expect(await countVisible("aal2")).toBe(1);
});
