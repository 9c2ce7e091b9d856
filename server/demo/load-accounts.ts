import { brand } from "#brand";
import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import type { Accounts } from "#server/auth/accounts.ts";
import { createAdministrator } from "#server/auth/first-administrator.ts";
import type { Database, Query } from "#server/database/database.ts";
import { DEMO_CLIENTS, DEMO_ENGINEER, DEMO_TIERS, type DemoClient } from "#server/demo/seed-data.ts";
import { generatePassword, type SignIn } from "#server/demo/sign-ins.ts";
import type { SimulatedPlan } from "#server/simulator.ts";

const DEMO_STATUS_KEY = "demo";

/** `loading` includes an interrupted start. `unavailable`: the database contains other clients. */
export type DemoStatus = "absent" | "loading" | "loaded" | "unavailable";

export async function getDemoStatus(database: Database): Promise<DemoStatus> {
  return database.bypassPolicies({ reason: "read the demo status" }, async (query) => {
    const [marker] = await query(
      "select value #>> '{}' as value from private.installation_state where key = $1",
      [DEMO_STATUS_KEY],
    );
    if (marker) {
      return marker.value === "loaded" ? "loaded" : "loading";
    }
    const [client] = await query("select 1 from public.clients limit 1");
    return client ? "unavailable" : "absent";
  });
}

export async function setDemoStatus(database: Database, status: "loading" | "loaded"): Promise<void> {
  await database.bypassPolicies({ reason: "set the demo status" }, (query) =>
    query(
      `insert into private.installation_state (key, value) values ($1, to_jsonb($2::text))
       on conflict (key) do update set value = excluded.value`,
      [DEMO_STATUS_KEY, status],
    ),
  );
}

/**
 * Creates the demo accounts and plans. Skips existing ones, so that the next start can continue after an interruption.
 */
export async function loadAccounts(options: {
  database: Database;
  accounts: Accounts;
  signIns: readonly SignIn[];
  plans: readonly SimulatedPlan[];
  now: Date;
}): Promise<void> {
  const { database, accounts, signIns } = options;
  const administrator = signIns[0];
  if (administrator) {
    const id = await ensureAccount(database, accounts, administrator.email, administrator.password, "admin");
    await database.bypassPolicies({ reason: "load demo data" }, (query) =>
      query("update public.users set name = $2 where id = $1 and name = ''", [
        id,
        brand.accountManager?.name ?? "",
      ]),
    );
  }
  for (const client of DEMO_CLIENTS) {
    const password = signIns.find((signIn) => signIn.email === client.email)?.password ?? generatePassword();
    const userId = await ensureAccount(database, accounts, client.email, password, "client");
    await database.bypassPolicies({ reason: "load demo data" }, (query) =>
      insertClient(query, client, userId, options.now),
    );
  }
  const engineerId = await ensureAccount(
    database,
    accounts,
    DEMO_ENGINEER.email,
    generatePassword(),
    "client",
  );
  await database.bypassPolicies({ reason: "load demo data" }, (query) =>
    insertEngineer(query, engineerId, options.now),
  );
  await database.bypassPolicies({ reason: "load demo data" }, (query) => insertTiers(query, options.plans));
}

async function ensureAccount(
  database: Database,
  accounts: Accounts,
  email: string,
  password: string,
  role: "admin" | "client",
): Promise<string> {
  const [account] = await database.bypassPolicies({ reason: "look up an account" }, (query) =>
    query("select id from public.users where lower(email) = lower($1)", [email]),
  );
  if (account) {
    return account.id;
  }
  return role === "admin"
    ? createAdministrator(accounts, { email, password })
    : accounts.create({ email, password, role });
}

async function insertClient(query: Query, client: DemoClient, userId: string, now: Date): Promise<void> {
  const today = dateInTimeZone(now, "UTC");
  await query(
    `insert into public.clients (user_id, company, contact_person, phone, address, joined_date)
     values ($1, $2, $3, $4, $5, $6::date - $7::integer)
     on conflict (user_id) do nothing`,
    [userId, client.company, client.contactPerson, client.phone, client.address, today, client.joinedDaysAgo],
  );
}

async function insertEngineer(query: Query, userId: string, now: Date): Promise<void> {
  await query(
    `insert into public.client_members (client_id, user_id, role, name, joined_at)
     select client.id, $2, 'technical', $3, $4::timestamptz - make_interval(days => $5)
       from public.clients as client join public.users as account on account.id = client.user_id
      where lower(account.email) = lower($1)
     on conflict (client_id, user_id) do nothing`,
    [DEMO_CLIENTS[0]?.email ?? "", userId, DEMO_ENGINEER.name, now, DEMO_ENGINEER.joinedDaysAgo],
  );
  // No one is signed in, so the activity log shows the system as the one who added the people.
  await query(
    "update public.client_activity set actor_role = 'admin' where action = 'joined' and actor_role = 'system'",
  );
}

/** Links each tier to the checkout page of the Square plan with the same name. */
async function insertTiers(query: Query, plans: readonly SimulatedPlan[]): Promise<void> {
  for (const [index, tier] of DEMO_TIERS.entries()) {
    const plan = plans.find(({ name }) => name === tier.name);
    await query(
      `insert into public.subscription_tiers
         (tier_name, monthly_price, features, is_popular, display_order, square_checkout_url, square_plan_variation_id)
       values ($1, $2, $3, $4, $5, case when access.is_payment_url($6) then $6 end, $7)
       on conflict (tier_name) do nothing`,
      [
        tier.name,
        tier.monthlyPrice,
        tier.features,
        tier.isPopular,
        index + 1,
        plan?.checkoutUrl ?? null,
        plan?.variationId ?? null,
      ],
    );
  }
}
