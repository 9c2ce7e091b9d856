import type { Accounts } from "#server/accounts.ts";
import { createAdministrator } from "#server/administrators.ts";
import type { Database, Query } from "#server/database.ts";
import { DEMONSTRATION_CLIENTS, DEMONSTRATION_TIERS, type DemonstrationClient } from "#server/demo/people.ts";
import { newPassword, type SignIn } from "#server/demo/sign-ins.ts";
import type { OfferedPlan } from "#server/simulator.ts";

const MARKER = "demonstration";

/** How far the demonstration has come: never begun, being loaded (perhaps by a start that was killed), or complete. */
export type DemonstrationState = "absent" | "loading" | "loaded" | "refused";

/** Reads the state; "refused" where the database holds clients that are not the demonstration's. */
export async function demonstrationState(database: Database): Promise<DemonstrationState> {
  return database.bypassingPolicies({ reason: "look for the demonstration" }, async (query) => {
    const [marker] = await query<{ value: "loading" | "loaded" }>(
      "select value #>> '{}' as value from private.settings where key = $1",
      [MARKER],
    );
    if (marker) return marker.value;
    const [client] = await query("select 1 from public.clients limit 1");
    return client ? "refused" : "absent";
  });
}

/** Notes how far the demonstration has come. */
export async function markDemonstration(database: Database, state: "loading" | "loaded"): Promise<void> {
  await database.bypassingPolicies({ reason: "mark the demonstration" }, (query) =>
    query(
      `insert into private.settings (key, value) values ($1, to_jsonb($2::text))
       on conflict (key) do update set value = excluded.value`,
      [MARKER, state],
    ),
  );
}

/**
 * Makes the demonstration's people and plans. Each step looks first, so that a start that was killed half-way is
 * finished by the next one.
 */
export async function loadPeople(parts: {
  database: Database;
  accounts: Accounts;
  signIns: readonly SignIn[];
  plans: readonly OfferedPlan[];
  now: Date;
}): Promise<void> {
  const { database, accounts, signIns } = parts;
  const administrator = signIns[0];
  if (administrator)
    await ensureAccount(database, accounts, administrator.email, administrator.password, "admin");
  for (const client of DEMONSTRATION_CLIENTS) {
    const password = signIns.find((signIn) => signIn.email === client.email)?.password ?? newPassword();
    const userId = await ensureAccount(database, accounts, client.email, password, "client");
    await database.bypassingPolicies({ reason: "load the demonstration" }, (query) =>
      insertClient(query, client, userId, parts.now),
    );
  }
  await database.bypassingPolicies({ reason: "load the demonstration" }, (query) =>
    insertTiers(query, parts.plans),
  );
}

async function ensureAccount(
  database: Database,
  accounts: Accounts,
  email: string,
  password: string,
  role: "admin" | "client",
): Promise<string> {
  const [found] = await database.bypassingPolicies({ reason: "look for an account" }, (query) =>
    query<{ id: string }>("select id from public.users where lower(email) = lower($1)", [email]),
  );
  if (found) return found.id;
  return role === "admin"
    ? createAdministrator(accounts, { email, password })
    : accounts.create({ email, password, role });
}

async function insertClient(
  query: Query,
  client: DemonstrationClient,
  userId: string,
  now: Date,
): Promise<void> {
  await query(
    `insert into public.clients (user_id, company, contact_person, phone, address, joined_date)
     values ($1, $2, $3, $4, $5, $6::date - $7::integer)
     on conflict (user_id) do nothing`,
    [userId, client.company, client.contactPerson, client.phone, client.address, now, client.joinedDaysAgo],
  );
}

/** Tiers as the firm offers them; where Square has a plan of that name, its checkout page too. */
async function insertTiers(query: Query, plans: readonly OfferedPlan[]): Promise<void> {
  for (const [index, tier] of DEMONSTRATION_TIERS.entries()) {
    const plan = plans.find(({ name }) => name === tier.name);
    await query(
      `insert into public.subscription_tiers
         (tier_name, monthly_price, features, is_popular, display_order, square_checkout_url, square_plan_variation_id)
       values ($1, $2, $3, $4, $5, case when access.is_payment_address($6) then $6 end, $7)
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
