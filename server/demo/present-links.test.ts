import { expect, test } from "vitest";
import { createDatabase } from "#server/database.ts";
import { presentLinks } from "#server/demo/present-links.ts";
import { aDatabase } from "#tests/support/database.ts";

const before = "http://localhost:3000/square-simulator";
const elsewhere = "https://square.link/u/pay1";

async function aLoadedDemonstration() {
  const { pool } = await aDatabase();
  await pool.query(
    `insert into public.subscription_tiers (tier_name, monthly_price, square_checkout_url)
     values ('Basic', 100, $1), ('Own', 100, $2), ('None', 100, null)`,
    [`${before}/checkout/one`, elsewhere],
  );
  await pool.query(
    "insert into public.invoices (amount, status, square_payment_url) values (1, 'pending', $1), (2, 'pending', $2)",
    [`${before}/pay-invoice/two`, elsewhere],
  );
  const present = (origin: string) =>
    presentLinks(
      createDatabase(pool),
      origin,
      ["Basic", "Own", "None"].map((name) => ({
        name,
        variationId: name,
        checkoutUrl: `${origin}/square-simulator/checkout/one`,
      })),
    );
  const links = async () => ({
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
  return { present, links };
}

test("links of the pretended Square follow the product to another port; others stay", async () => {
  const { present, links } = await aLoadedDemonstration();
  await present("http://localhost:4000");
  expect(await links()).toEqual({
    tiers: ["http://localhost:4000/square-simulator/checkout/one", null, elsewhere],
    invoices: ["http://localhost:4000/square-simulator/pay-invoice/two", elsewhere],
    dashboards: [
      "http://localhost:4000/square-simulator/dashboard/invoices/{id}",
      null,
      "http://localhost:4000/square-simulator/dashboard/subscriptions-list/{id}",
    ],
  });
});

test("they follow it to another machine reached by plain http, too", async () => {
  const { present, links } = await aLoadedDemonstration();
  await present("http://192.168.1.20:3000");
  await present("http://portal.example");
  expect(await links()).toMatchObject({
    tiers: ["http://portal.example/square-simulator/checkout/one", null, elsewhere],
    invoices: ["http://portal.example/square-simulator/pay-invoice/two", elsewhere],
  });
});

test("an address at which nothing may be paid leaves them as they were", async () => {
  const { present, links } = await aLoadedDemonstration();
  const { tiers, invoices } = await links();
  await present("https://portal.example");
  expect(await links()).toMatchObject({ tiers, invoices });
});
