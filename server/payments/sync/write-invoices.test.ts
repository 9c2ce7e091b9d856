import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import { createClientMatcher } from "#server/payments/sync/match-client.ts";
import { writeInvoices } from "#server/payments/sync/write-invoices.ts";
import { buildInvoice, insertInvoice } from "#tests/support/records/invoice.ts";
import { readPaidInvoice } from "#tests/support/square/read-paid-invoice.ts";

test.each([
  ["a new invoice", null, { order_id: "O1", hasVersions: true }],
  ["a stored invoice of unknown parts", 0, { order_id: "O1", hasVersions: true }],
  ["a newer stored invoice", 2, { order_id: null, hasVersions: false }],
])("stores the versions of %s", async (_case, storedVersion, expected) => {
  const { pool } = await createTestDatabase();
  const stored = { square_invoice_id: "inv:0-one", square_merchant_id: "M1", square_location_id: "L1" };
  if (storedVersion !== null) {
    await insertInvoice({ pool }, buildInvoice({ ...stored, square_version: storedVersion }));
  }
  await createDatabase(pool).bypassPolicies({ reason: "write an invoice" }, (query) =>
    writeInvoices(query, [readPaidInvoice("M1", "inv:0-one")], createClientMatcher([])),
  );
  const { rows } = await pool.query(
    `select order_id, versions <> '{}' as "hasVersions" from private.square_invoice_reads`,
  );
  expect(rows).toEqual([expected]);
});
