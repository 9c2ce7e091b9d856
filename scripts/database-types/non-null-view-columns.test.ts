import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, expect, test } from "vitest";
import { NON_NULL_VIEW_COLUMNS } from "./non-null-view-columns.ts";

const MEMBER = "11111111-1111-4111-8111-111111111111";
let database: TestDatabase;

// Insert one row per table, without any optional value.
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`
    insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data)
      values ('${MEMBER}', 'ada@example.com', now(), '{"role":"client"}');
    insert into public.clients (company, contact_person, user_id) values ('Acme', 'Ada', '${MEMBER}');
    insert into public.projects (client_id, project_name) select id, 'Audit' from public.clients;
    insert into public.invoices (amount, status) values (0, 'pending');
    insert into public.subscription_tiers (tier_name, monthly_price) values ('Watch', 0);
    insert into public.client_subscriptions (client_id, tier_id, status)
      select client.id, tier.id, 'paused' from public.clients as client, public.subscription_tiers as tier;
    insert into public.messages (client_id, sender_role, body) select id, 'client', 'Hello' from public.clients;
    insert into public.service_bookings
        (client_id, service_type, preferred_start_date, project_description, status, scheduled_at)
      select id, 'Other', '2030-01-01', 'Review our assistant.', 'approved', '2030-01-02' from public.clients;
    insert into public.findings (project_id, client_id, title, severity, found_on)
      select id, client_id, 'Prompt injection', 'high', '2026-01-01' from public.projects;
    update public.findings
       set publication_status = 'published', published_on = '2026-01-02', number = 1, key = 'WL-01-001';
    insert into public.audit_log (actor, action, table_name) values ('Square', 'update', 'invoices')`);
});

test.each(
  Object.entries(NON_NULL_VIEW_COLUMNS),
)("%s contains no null in its non-null columns", async (view, columns) => {
  const rows = await readAsOwner(view);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(Object.keys(row)).toEqual(expect.arrayContaining([...columns]));
    expect(columns.filter((column) => row[column] === null)).toEqual([]);
  }
});

test("totals of an empty database are not null", async () => {
  const { pool } = await createTestDatabase();
  const { rows } = await pool.query("select * from public.firm_totals");
  expect(Object.values(rows[0])).not.toContain(null);
});

/** Reads a view without row policies, and as the member, because some views return only the caller's rows. */
async function readAsOwner(view: string): Promise<Record<string, unknown>[]> {
  const connection = await database.pool.connect();
  try {
    await connection.query("begin");
    const claims = JSON.stringify({ sub: MEMBER, app_metadata: { role: "client" } });
    await connection.query("select set_config('request.jwt.claims', $1, true)", [claims]);
    return (await connection.query(`select * from public.${view}`)).rows;
  } finally {
    await connection.query("rollback");
    connection.release();
  }
}
