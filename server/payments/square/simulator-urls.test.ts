import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import { allowSimulatorUrls } from "./simulator-urls.ts";

const SIMULATOR_URL = "http://localhost:3000/square-simulator/pay-invoice/1";
const SQUARE_URL = "https://square.link/u/pay1";

async function createLinkFixture() {
  const { pool } = await createTestDatabase();
  const database = createDatabase(pool);
  const insertInvoice = (url: string) =>
    pool.query("insert into public.invoices (amount, status, square_payment_url) values (1, 'pending', $1)", [
      url,
    ]);
  const readUrls = async () => {
    const { rows } = await pool.query<{ url: string | null }>(
      `select square_payment_url as url from public.invoices
       union all select square_checkout_url from public.subscription_tiers
       union all select template from public.square_links order by url`,
    );
    return rows.map(({ url }) => url);
  };
  return { pool, database, insertInvoice, readUrls };
}

test("the database rejects simulator links unless the server runs in simulator mode", async () => {
  const { database, insertInvoice } = await createLinkFixture();
  await expect(insertInvoice(SIMULATOR_URL)).rejects.toThrow(/invoices_square_payment_url_check/);
  await allowSimulatorUrls(database, true);
  await insertInvoice(SIMULATOR_URL);
  for (const url of ["http://localhost:3000/pay/1", "http://user@host/square-simulator/1"]) {
    await expect(insertInvoice(url)).rejects.toThrow(/invoices_square_payment_url_check/);
  }
  await allowSimulatorUrls(database, false);
  await expect(insertInvoice(SIMULATOR_URL)).rejects.toThrow(/invoices_square_payment_url_check/);
});

test("leaving simulator mode removes simulator links and keeps Square links", async () => {
  const { pool, database, insertInvoice, readUrls } = await createLinkFixture();
  const initialTemplates = await readUrls();
  await allowSimulatorUrls(database, true);
  await insertInvoice(SIMULATOR_URL);
  await insertInvoice(SQUARE_URL);
  await pool.query(
    "insert into public.subscription_tiers (tier_name, monthly_price, square_checkout_url) values ('Basic', 1, $1)",
    [SIMULATOR_URL],
  );
  await pool.query("update public.square_links set template = $1 || '/{id}'", [SIMULATOR_URL]);
  await allowSimulatorUrls(database, false);
  expect(await readUrls()).toEqual([...initialTemplates.filter(Boolean), SQUARE_URL, null, null, null]);
  // Updating a row checks its constraints again.
  await expect(pool.query("update public.invoices set status = 'paid'")).resolves.toMatchObject({
    rowCount: 2,
  });
});

test("API roles cannot allow simulator links", async () => {
  const { pool } = await createLinkFixture();
  for (const role of ["anon", "authenticated", "service_role"]) {
    const { rows } = await pool.query(
      "select has_function_privilege($1, 'private.allow_simulator_urls(boolean)', 'execute') as may_execute",
      [role],
    );
    expect(rows, role).toEqual([{ may_execute: false }]);
  }
});
