import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import { updateSquareLinks } from "#server/demo/update-square-links.ts";
import { allowSimulatorUrls } from "#server/payments/square/simulator-urls.ts";

const URL_ON_OLD_ORIGIN = "http://localhost:3000/square-simulator";
const OTHER_URL = "https://square.link/u/pay1";

async function loadLinks() {
  const { pool } = await createTestDatabase();
  const database = createDatabase(pool);
  await allowSimulatorUrls(database, true);
  await pool.query(
    `insert into public.subscription_tiers (tier_name, monthly_price, square_checkout_url)
     values ('Basic', 100, $1), ('Own', 100, $2), ('None', 100, null)`,
    [`${URL_ON_OLD_ORIGIN}/checkout/one`, OTHER_URL],
  );
  await pool.query(
    "insert into public.invoices (amount, status, square_payment_url) values (1, 'pending', $1), (2, 'pending', $2)",
    [`${URL_ON_OLD_ORIGIN}/pay-invoice/two`, OTHER_URL],
  );
  const updateLinks = (origin: string) =>
    updateSquareLinks(
      database,
      origin,
      ["Basic", "Own", "None"].map((name) => ({
        name,
        variationId: name,
        checkoutUrl: `${origin}/square-simulator/checkout/one`,
      })),
    );
  const readLinks = async () => ({
    tiers: (
      await pool.query("select square_checkout_url as url from public.subscription_tiers order by tier_name")
    ).rows.map(({ url }) => url),
    invoices: (
      await pool.query("select square_payment_url as url from public.invoices order by amount")
    ).rows.map(({ url }) => url),
    dashboards: (await pool.query("select template from public.square_links order by purpose")).rows.map(
      ({ template }) => template,
    ),
  });
  return { pool, database, update: updateLinks, links: readLinks };
}

test("updates links to the simulated Square after the port changed, but no others", async () => {
  const { update, links } = await loadLinks();
  await update("http://localhost:4000");
  expect(await links()).toEqual({
    tiers: ["http://localhost:4000/square-simulator/checkout/one", null, OTHER_URL],
    invoices: ["http://localhost:4000/square-simulator/pay-invoice/two", OTHER_URL],
    dashboards: [
      "http://localhost:4000/square-simulator/dashboard/invoices/{id}",
      null,
      "http://localhost:4000/square-simulator/dashboard/subscriptions-list/{id}",
    ],
  });
});

test("updates links after moving to another host on plain HTTP", async () => {
  const { update, links } = await loadLinks();
  await update("http://192.168.1.20:3000");
  await update("http://portal.example");
  expect(await links()).toMatchObject({
    tiers: ["http://portal.example/square-simulator/checkout/one", null, OTHER_URL],
    invoices: ["http://portal.example/square-simulator/pay-invoice/two", OTHER_URL],
  });
});

test("leaves links unchanged if payments are not allowed under the new URL", async () => {
  const { update, links } = await loadLinks();
  const { tiers, invoices } = await links();
  await update("https://portal.example");
  expect(await links()).toMatchObject({ tiers, invoices });
});

test("restores the plans' checkout links after a start in another mode", async () => {
  const { pool, database, update, links } = await loadLinks();
  await pool.query("update public.subscription_tiers set square_plan_variation_id = tier_name");
  const origin = "http://localhost:3000";
  await update(origin);
  await pool.query(
    "update public.subscription_tiers set square_checkout_url = null where tier_name = 'None'",
  );
  const { tiers, dashboards } = await links();
  expect(await update(origin)).toBe(false);
  expect((await links()).tiers).toEqual(tiers);
  await allowSimulatorUrls(database, false);
  await allowSimulatorUrls(database, true);
  expect((await links()).tiers).toEqual([null, null, OTHER_URL]);
  expect(await update("https://portal.example")).toBe(false);
  expect(await update(origin)).toBe(true);
  const restored = `${origin}/square-simulator/checkout/one`;
  expect(await links()).toMatchObject({ tiers: [restored, restored, OTHER_URL], dashboards });
});
