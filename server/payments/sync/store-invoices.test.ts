import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { dollars } from "#domain/money/money.ts";
import { createDatabase } from "#server/database/database.ts";
import { storeInvoices } from "#server/payments/sync/store-invoices.ts";
import { readPaidInvoice } from "#tests/support/square/read-paid-invoice.ts";

test("stores a batch without the invoices that the database rejects", async () => {
  const { pool } = await createTestDatabase();
  const results = ["one", "two", "three", "four", "five"].map((name) => ({
    ...readPaidInvoice("M1", `inv:0-${name}`),
    payments: [],
  }));
  for (const index of [1, 4]) {
    const result = results[index];
    if (result) {
      // More than the column can store.
      result.invoice = { ...result.invoice, amount: dollars(1e12) };
    }
  }
  const summary = await storeInvoices(createDatabase(pool), results);
  expect(summary).toMatchObject({
    new: 3,
    rejected: [
      { invoice: "inv:0-two", reason: "Couldn't be saved" },
      { invoice: "inv:0-five", reason: "Couldn't be saved" },
    ],
  });
  const { rows } = await pool.query("select square_invoice_id as id from public.invoices order by 1");
  expect(rows).toEqual([{ id: "inv:0-four" }, { id: "inv:0-one" }, { id: "inv:0-three" }]);
});
