import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getActionLabel } from "#domain/audit/audit-entry.ts";
import {
  createWritingEnvironment,
  type WritingEnvironment,
} from "#tests/support/square/writing-environment.ts";

/** A short timeout, because some tests wait for it. */
const OPTIONS = { payments: { timeoutInSeconds: 0.5 } };

let environment: WritingEnvironment;
beforeAll(async () => {
  environment = await createWritingEnvironment(OPTIONS);
});
beforeEach(() => environment.reset());

const readInvoices = async () => {
  const { rows } = await environment.pool.query(
    `select client_id, project_id, amount, status, square_status, square_invoice_id, invoice_number
       from public.invoices`,
  );
  return rows;
};
const findInvoice = (draft: { squareInvoiceId: string | null }) => {
  const invoice = environment.simulator.state().invoices[draft.squareInvoiceId ?? ""];
  if (!invoice) {
    throw new Error("The invoice is not in Square.");
  }
  return invoice;
};

test("prepares a draft that no one else sees, then publishes it and stores it like a synced invoice", async () => {
  const client = await environment.createClient();
  const draftId = await environment.createDraft(client.id, { projectId: client.projectId });
  expect(await environment.act(draftId, "prepare")).toMatchObject({ status: 202 });

  const prepared = await environment.readDraft(draftId);
  expect(prepared).toMatchObject({ status: "prepared", problem: null, recipientEmail: client.email });
  expect(environment.countInSquare()).toEqual({ customers: 1, orders: 1, invoices: 1 });
  expect(findInvoice(prepared)).toMatchObject({ status: "DRAFT", delivery_method: "EMAIL" });
  expect(await readInvoices()).toEqual([]);

  expect(await environment.publish(draftId)).toMatchObject({ status: 202 });
  const published = await environment.readDraft(draftId);
  expect(published).toMatchObject({ status: "published", problem: null, invoiceNumber: "0000001" });
  expect(findInvoice(published).status).toBe("UNPAID");
  expect(await readInvoices()).toEqual([
    {
      client_id: client.id,
      project_id: client.projectId,
      amount: "450.00",
      status: "pending",
      square_status: "UNPAID",
      square_invoice_id: published.squareInvoiceId,
      invoice_number: "0000001",
    },
  ]);
  expect(await environment.listWrites(draftId)).toEqual([
    "create_customer done",
    "create_order done",
    "create_invoice done",
    "publish_invoice done",
  ]);
  const { rows } = await environment.pool.query("select request from private.square_writes");
  expect(rows.every(({ request }) => request === null)).toBe(true);

  await environment.receiveWebhooks();
  expect(await readInvoices()).toHaveLength(1);
});

test("names each step of an invoice in the audit log, with its title and client", async () => {
  const client = await environment.createClient();
  const draftId = await environment.createDraft(client.id);
  await environment.act(draftId, "prepare");
  await environment.publish(draftId);
  const { rows } = await environment.pool.query(
    `select action, table_name, event, actor = 'Square' as by_square, target_name, client_name
       from public.audit_log_list where row_id = $1 order by id`,
    [draftId],
  );
  expect(rows.map((entry) => [getActionLabel(entry), entry.by_square])).toEqual([
    ["Created draft invoice", false],
    ["Started preparing invoice", false],
    ["Created customer in Square for invoice", true],
    ["Created order in Square for invoice", true],
    ["Created draft invoice in Square", true],
    ["Confirmed amount of invoice", false],
    ["Started publishing invoice", false],
    ["Published invoice in Square", true],
    ["Published invoice", true],
  ]);
  const { rows: requests } = await environment.pool.query(
    `select title.action, title.table_name, title.event, entry.entry_count
       from public.audit_log_list as entry join public.audit_log_list as title on title.id = entry.title_id
      where entry.row_id = $1 and entry.part_of is null order by entry.id`,
    [draftId],
  );
  expect(requests.map((entry) => [getActionLabel(entry), entry.entry_count])).toEqual([
    ["Created draft invoice", 1],
    ["Started preparing invoice", 4],
    ["Published invoice", 4],
  ]);
  const { rows: clients } = await environment.pool.query("select company from public.clients where id = $1", [
    client.id,
  ]);
  expect(rows.map(({ target_name, client_name }) => ({ target_name, client_name }))).toEqual(
    rows.map(() => ({ target_name: "Penetration test", client_name: clients[0].company })),
  );
});

test("sends whole quantities as they are, and fractional ones as one item with the rounded amount", async () => {
  const client = await environment.createClient();
  const draftId = await environment.createDraft(client.id, {
    lines: [
      { name: "Testing", note: "On site", quantity: "2.5", unitCents: 180_00 },
      { name: "Report", quantity: "2", unitCents: 100_00 },
    ],
    discountCents: 50_00,
    payments: [
      { kind: "deposit", dueOn: "2026-12-01", amountCents: 200_00 },
      { kind: "balance", dueOn: "2027-01-15", amountCents: 400_00 },
    ],
    reminderDays: [-3],
  });
  await environment.act(draftId, "prepare");
  const invoice = findInvoice(await environment.readDraft(draftId));
  const order = environment.simulator.state().orders[invoice.order_id];
  expect(order).toMatchObject({
    reference_id: draftId,
    total_money: { amount: 600_00 },
    line_items: [
      {
        name: "Testing",
        quantity: "1",
        base_price_money: { amount: 450_00 },
        note: "2.5 × $180.00\nOn site",
      },
      { name: "Report", quantity: "2", base_price_money: { amount: 100_00 } },
    ],
  });
  expect(invoice.payment_requests).toMatchObject([
    { request_type: "DEPOSIT", due_date: "2026-12-01", computed_amount_money: { amount: 200_00 } },
    { request_type: "BALANCE", due_date: "2027-01-15", computed_amount_money: { amount: 400_00 } },
  ]);
  expect(invoice.payment_requests[0]?.reminders).toMatchObject([{ relative_scheduled_days: -3 }]);
});

const CALLS = ["CreateCustomer", "CreateOrder", "CreateInvoice", "PublishInvoice"] as const;
const ONE_OF_EACH = { customers: 1, orders: 1, invoices: 1 };

describe("creates nothing twice and loses nothing", () => {
  test.each(
    CALLS.flatMap((operation) =>
      (["connection-reset", "server-error", "timeout"] as const).map((how) => ({ operation, how })),
    ),
  )("if the response of $operation is lost ($how)", async ({ operation, how }) => {
    const client = await environment.createClient();
    const draftId = await environment.createDraft(client.id);
    environment.simulator.addFault({ kind: "lost-response", how, operation });
    await environment.publish(draftId);
    expect(await environment.readDraft(draftId)).toMatchObject({
      requestedStatus: "published",
      problem: null,
    });
    await environment.retryJobs();
    expect(await environment.readDraft(draftId)).toMatchObject({ status: "published" });
    expect(environment.countInSquare()).toEqual(ONE_OF_EACH);
    expect(await readInvoices()).toHaveLength(1);
  });

  test.each(CALLS)("if Square is unavailable before %s", async (operation) => {
    const client = await environment.createClient();
    const draftId = await environment.createDraft(client.id);
    environment.simulator.addFault({ kind: "server-error", status: 503, operation, times: 2 });
    await environment.publish(draftId);
    await environment.retryJobs();
    await environment.retryJobs();
    expect(await environment.readDraft(draftId)).toMatchObject({ status: "published" });
    expect(environment.countInSquare()).toEqual(ONE_OF_EACH);
  });

  test.each(CALLS)("if the outcome of %s is looked up after the key's lifetime", async (operation) => {
    environment.clock.now = new Date("2026-11-21T17:00:00Z");
    const client = await environment.createClient();
    const draftId = await environment.createDraft(client.id);
    environment.simulator.addFault({ kind: "lost-response", how: "connection-reset", operation });
    await environment.publish(draftId);
    environment.clock.now = new Date("2026-11-21T19:00:00Z");
    await environment.retryJobs();
    expect(await environment.readDraft(draftId)).toMatchObject({ status: "published" });
    expect(environment.countInSquare()).toEqual(ONE_OF_EACH);
    const { rows } = await environment.pool.query("select max(send_count) from private.square_writes");
    expect(rows[0].max).toBe(1);
  });

  test("sends a new request only after the old one was definitely not applied", async () => {
    const client = await environment.createClient();
    const draftId = await environment.createDraft(client.id);
    environment.simulator.addFault({ kind: "server-error", status: 503, operation: "CreateOrder" });
    await environment.act(draftId, "prepare");
    environment.clock.now = new Date("2026-11-21T19:00:00Z");
    await environment.retryJobs();
    expect(await environment.readDraft(draftId)).toMatchObject({ status: "prepared" });
    expect(await environment.listWrites(draftId)).toContain("create_order failed");
    expect(environment.countInSquare()).toEqual(ONE_OF_EACH);
  });

  test("waits while Square limits requests", async () => {
    const client = await environment.createClient();
    const draftId = await environment.createDraft(client.id);
    environment.simulator.addFault({
      kind: "rate-limited",
      retryAfterSeconds: 1,
      operation: "CreateInvoice",
    });
    await environment.act(draftId, "prepare");
    const { rows } = await environment.pool.query(
      "select attempts from graphile_worker.jobs where task_identifier = 'advance-invoice-draft'",
    );
    expect(rows).toEqual([{ attempts: 0 }]);
    await expect
      .poll(async () => {
        await environment.retryJobs();
        return (await environment.readDraft(draftId)).status;
      })
      .toBe("prepared");
    expect(environment.countInSquare()).toEqual(ONE_OF_EACH);
  });

  test("if two drafts of a new client are prepared at the same time", async () => {
    const client = await environment.createClient();
    const drafts = await Promise.all([
      environment.createDraft(client.id),
      environment.createDraft(client.id),
    ]);
    await Promise.all(drafts.map((draftId) => environment.act(draftId, "prepare")));
    await environment.retryJobs();
    for (const draftId of drafts) {
      expect(await environment.readDraft(draftId)).toMatchObject({ status: "prepared", problem: null });
    }
    expect(environment.countInSquare()).toEqual({ customers: 1, orders: 2, invoices: 2 });
  });
});

test("shows a long outage and continues after it", async () => {
  const client = await environment.createClient();
  const draftId = await environment.createDraft(client.id);
  environment.simulator.addFault({ kind: "server-error", status: 503, times: null });
  await environment.act(draftId, "prepare");
  environment.clock.now = new Date("2026-11-21T17:11:00Z");
  await environment.retryJobs();
  expect(await environment.readDraft(draftId)).toMatchObject({ problem: "outage" });
  environment.simulator.clearFaults();
  await environment.retryJobs();
  expect(await environment.readDraft(draftId)).toMatchObject({ status: "prepared", problem: null });
});
