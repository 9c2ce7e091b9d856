import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { NewInvoiceDraft } from "#domain/invoices/drafts/draft-form.ts";
import { prepareInvoice } from "#server/payments/writing/prepare-invoice.ts";
import { createTestClient } from "#tests/support/records/test-client.ts";
import { createSquareEnvironment, type SquareEnvironment } from "#tests/support/square/square-environment.ts";

let environment: SquareEnvironment;
let clientId: string;
beforeAll(async () => {
  environment = await createSquareEnvironment();
  clientId = (await createTestClient(environment)).id;
});

const prepare = (sourceKey: string, change: object = {}) => {
  const draft = NewInvoiceDraft.parse({
    clientId,
    title: "Deposit",
    lines: [{ name: "Testing", quantity: "1", unitCents: 100_00 }],
    payments: [{ kind: "balance", dueOn: "2026-12-01", amountCents: 100_00 }],
    delivery: "email",
    ...change,
  });
  return environment.payments.database.bypassPolicies({ reason: "test" }, (query) =>
    prepareInvoice(environment.payments, query, draft, { sourceKey, actor: null }),
  );
};

test("stores one draft per source key, even for concurrent calls", async () => {
  const sourceKey = `proposal:${randomUUID()}:deposit`;
  const results = await Promise.all([prepare(sourceKey), prepare(sourceKey), prepare(sourceKey)]);
  expect(new Set(results.map(({ draftId }) => draftId)).size).toBe(1);
});

test("prepares nothing while creating invoices is turned off", async () => {
  const { draftId, isPreparing } = await prepare(randomUUID());
  expect(isPreparing).toBe(false);
  const { rows } = await environment.pool.query(
    "select status, requested_status, problem from public.invoice_drafts where id = $1",
    [draftId],
  );
  expect(rows).toEqual([{ status: "draft", requested_status: "draft", problem: null }]);
});

test("rejects a schedule that does not add up, and stores nothing", async () => {
  const payments = [{ kind: "balance", dueOn: "2026-12-01", amountCents: 99_00 }];
  const sourceKey = randomUUID();
  await expect(prepare(sourceKey, { payments })).rejects.toThrow("The payments add up to $99.00");
  const { rowCount } = await environment.pool.query(
    "select from public.invoice_drafts where source_key = $1",
    [sourceKey],
  );
  expect(rowCount).toBe(0);
});

test("rejects a project or proposal of another client", async () => {
  for (const change of [{ projectId: randomUUID() }, { proposalId: randomUUID() }]) {
    await expect(prepare(randomUUID(), change)).rejects.toThrow("belongs to another client");
  }
});
