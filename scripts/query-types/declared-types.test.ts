import { fileURLToPath } from "node:url";
import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, describe, expect, test } from "vitest";
import { cents } from "#domain/money/money.ts";
import type { SyncReport } from "#domain/square/sync-report.ts";
import { createQuery } from "#server/database/query.ts";
import type { ComparisonReport } from "#server/payments/sync/invoice-difference.ts";
import { queueRun, recordProgress, saveComparison, startRun } from "#server/payments/sync/sync-runs.ts";
import { runAs, toCaller } from "#tests/support/database/run-as.ts";
import { createEmbeddedAccounts } from "#tests/support/product/embedded-accounts.ts";
import { describeSources } from "./describe-sources.ts";
import { PACKAGE_JSON_COLUMNS, PRODUCT_JSON_COLUMNS } from "./json-columns.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const EMAIL = "ada@firm.example";
const PASSWORD = "correct horse battery staple";

/** Statements with declarations that this test does not run, and the tests that run them. */
const NOT_RUN: Readonly<Record<string, string>> = {
  pg_backup_stop: "requires a superuser during a backup: scripts/backup/backup.test.ts",
  "'meeting-reminder:'": "requires an approved meeting: server/jobs/email/announce-meetings.test.ts",
  "'consultation-reminder:'": "requires a consultation: server/consultations/change-consultation.test.ts",
  "cross join lateral": "requires a reservation: server/consultations/book-consultation.test.ts",
  "at time zone $4::text": "requires a reservation: server/consultations/book-consultation.test.ts",
  "scheduled_at = $2, host_id = $3": "requires a booking: server/api/client/meeting-times.test.ts",
};

let database: TestDatabase;
let userId = "";
let declaredStatements: string[] = [];

// Create an account and a session through the authentication service, without optional values.
beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  const { authenticate } = await createEmbeddedAccounts(pool);
  const post = async (path: string, body: object) => {
    const response = await authenticate(`https://portal.firm.example/auth/v1/${path}`, {
      method: "POST",
      headers: { apikey: "secret", authorization: "Bearer secret", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(await response.text().then((text) => ({ status: response.status, text }))).toMatchObject({
      status: 200,
    });
  };
  await post("admin/users", {
    email: EMAIL,
    password: PASSWORD,
    email_confirm: true,
    app_metadata: { role: "admin" },
  });
  await post("token?grant_type=password", { email: EMAIL, password: PASSWORD });
  const { rows } = await pool.query("select id from auth.users");
  userId = rows[0].id;
  await pool.query(`
    insert into public.clients (company, contact_person) values ('Acme', 'Ada');
    insert into public.client_members (client_id, user_id, role)
      select client.id, account.id, 'owner' from public.clients as client, auth.users as account;
    insert into public.messages (client_id, sender_role, body, created_at)
      select id, 'client', 'Hello', now() - interval '5 minutes' from public.clients;
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      select gen_random_uuid(), id, 'totp', 'verified', now(), now() from auth.users`);
  const client = await pool.connect();
  const { statements } = await describeSources(client, ROOT, {
    directories: ["server", "scripts", "packages/embedded-supabase"],
    schemas: ["public", "private"],
  });
  client.release();
  declaredStatements = [...statements.keys()].filter((sql) => sql.includes("-- not null:"));
});

/** Returns values for a statement's parameters. */
async function findValues(sql: string): Promise<unknown[]> {
  if (sql.includes("endpoints.list_own_sessions")) {
    return [userId, new Date()];
  }
  if (sql.includes("auth.refresh_tokens")) {
    const { rows } = await database.pool.query("select token from auth.refresh_tokens");
    return [rows[0].token];
  }
  if (sql.includes("pg_constraint")) {
    return [["public", "private"]];
  }
  if (sql.includes("limit $2 offset $3")) {
    return [null, 50, 0, false];
  }
  if (sql.includes("endpoints.list_client_members")) {
    const { rows } = await database.pool.query("select id from public.clients");
    return [rows[0].id];
  }
  if (sql.includes("email = $1")) {
    return [EMAIL];
  }
  return sql.includes("$1") ? [userId] : [];
}

test("columns declared as not null are not null", async () => {
  expect(declaredStatements).toHaveLength(17);
  const administrator = toCaller({ userId, email: EMAIL, password: PASSWORD, role: "admin" }, "aal2");
  const results: { sql: string; rows: number; nulls: string[] }[] = [];
  for (const sql of declaredStatements.filter(
    (text) => !Object.keys(NOT_RUN).some((name) => text.includes(name)),
  )) {
    const columns = (/-- not null: (.*)$/.exec(sql)?.[1] ?? "").split(", ");
    const values = await findValues(sql);
    const run = (connection: Pick<TestDatabase["pool"], "query">) => connection.query(sql, values);
    const { rows } = sql.includes("endpoints.")
      ? await runAs(database.pool, administrator, run)
      : await run(database.pool);
    const nullColumns = columns.filter((column) =>
      rows.some((row) => row[column] === null || row[column] === undefined),
    );
    results.push({ sql, rows: rows.length, nulls: nullColumns });
  }
  expect(results).toHaveLength(12);
  expect(results.filter(({ rows, nulls }) => rows === 0 || nulls.length > 0)).toEqual([]);
});

describe("declared JSON columns", () => {
  /** Columns that this test does not write, with the reason or the test that writes them. */
  const NOT_WRITTEN: Readonly<Record<string, string>> = {
    "auth.mfa_factors.web_authn_credential":
      "requires an authenticator: packages/embedded-supabase/auth/factors/passkeys/passkeys.contract.test.ts",
    "private.email_outbox.body_blocks": "server/email/outbox.test.ts",
    "private.square_writes.request":
      "requires a draft invoice: server/payments/writing/advance-draft.test.ts",
    "public.invoice_drafts.lines":
      "requires a draft invoice: server/payments/writing/prepare-invoice.test.ts",
    "public.invoice_drafts.payments":
      "requires a draft invoice: server/payments/writing/prepare-invoice.test.ts",
    "private.square_invoice_reads.versions":
      "requires invoices of a Square account: only saveReadVersions writes it, with values of this type",
  };
  const KEY = { kty: "EC", crv: "P-256", x: expect.any(String), y: expect.any(String) };
  const METADATA = { email_verified: true };

  const STORED_VALUES: [column: string, sql: string, expected: unknown][] = [
    ["auth.users.raw_app_meta_data", "select raw_app_meta_data from auth.users", { role: "admin" }],
    ["auth.users.raw_user_meta_data", "select raw_user_meta_data from auth.users", METADATA],
    ["embedded.signing_keys.public_jwk", "select public_jwk from embedded.signing_keys", KEY],
    [
      "endpoints.list_administrators.factors",
      "select factors from endpoints.list_administrators()",
      [
        {
          id: expect.any(String),
          kind: "app",
          name: "",
          addedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        },
      ],
    ],
  ];

  test.each(STORED_VALUES)("%s has the declared shape", async (_, sql, expected) => {
    const administrator = toCaller({ userId, email: EMAIL, password: PASSWORD, role: "admin" }, "aal2");
    const { rows } = sql.includes("endpoints.")
      ? await runAs(database.pool, administrator, (connection) => connection.query(sql))
      : await database.pool.query(sql);
    expect(rows).toHaveLength(1);
    expect(Object.values(rows[0])[0]).toMatchObject(
      Array.isArray(expected) ? expected : { ...Object(expected) },
    );
  });

  const ROUND_TRIPS = ["private.sync_runs.comparison", "private.sync_runs.report"];

  test("of a sync run are stored unchanged", async () => {
    const totals = { invoices: 1, amountCents: cents(1250), paidCents: cents(0), versions: 3 };
    const comparison: ComparisonReport = {
      ...{ square: totals, before: totals, portal: totals, found: 1, left: 0 },
      differences: [{ invoice: "0000001", kind: "unequal", details: "amount", isFixed: true }],
    };
    const report: SyncReport = {
      ...{ seen: 1, synced: 1, new: 1, changed: 0, unchanged: 0, drafts: 0, unmatched: 1 },
      unmatchedInvoices: [{ invoice: "0000001", reason: "no client" }],
      ...{ rejectedCount: 0, rejected: [] },
      subscriptions: { seen: 0, new: 0, changed: 0, unchanged: 0, unmatched: 0, rejected: [] },
    };
    const query = createQuery(database.pool);
    const id = (await queueRun(query, "comparison", null, new Date())) ?? "";
    await startRun(query, id, new Date());
    await saveComparison(query, id, comparison);
    await recordProgress(query, id, new Date(), { report, pausedUntil: null });
    const rows = await query.dynamic("select comparison, report from private.sync_runs where id = $1", [id]);
    expect(rows).toEqual([{ comparison, report }]);
  });

  test("are all tested or listed with a reason", () => {
    const columns = Object.keys({ ...PRODUCT_JSON_COLUMNS, ...PACKAGE_JSON_COLUMNS }).sort();
    expect(
      [...STORED_VALUES.map(([column]) => column), ...ROUND_TRIPS, ...Object.keys(NOT_WRITTEN)].sort(),
    ).toEqual(columns);
  });
});
