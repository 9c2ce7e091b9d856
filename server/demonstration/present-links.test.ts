import { expect, test } from "vitest";
import { createDatabase } from "#server/database.ts";
import { presentLinks } from "#server/demonstration/present-links.ts";
import { aDatabase } from "#tests/support/database.ts";

const before = "http://localhost:3000/square-simulator";
const elsewhere = "https://squareup.example/pay/1";

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
  });
  return { present, links };
}

test("links of the pretended Square follow the product to another port; others stay", async () => {
  const { present, links } = await aLoadedDemonstration();
  await present("http://localhost:4000");
  expect(await links()).toEqual({
    tiers: ["http://localhost:4000/square-simulator/checkout/one", null, elsewhere],
    invoices: ["http://localhost:4000/square-simulator/pay-invoice/two", elsewhere],
  });
});

test("an address at which nothing may be paid leaves them as they were", async () => {
  const { present, links } = await aLoadedDemonstration();
  const kept = await links();
  await present("http://portal.example");
  expect(await links()).toEqual(kept);
});
