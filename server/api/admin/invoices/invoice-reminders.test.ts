import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createInvoiceReminderRoutes } from "#server/api/admin/invoices/invoice-reminders.ts";
import { sendReminders } from "#server/invoices/invoice-reminders.ts";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";
import { createMember } from "#tests/support/records/client-member.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { type InvoiceInput, insertInvoice } from "#tests/support/records/invoice.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

const PATH = "/api/admin/invoices/reminders";
/** 10 PM on November 24 in New York, the firm's time zone. */
const EVENING = new Date("2026-11-25T03:00:00Z");

let fixture: ApiEnvironment;
let client: TestClient;
let now: Date;

beforeAll(async () => {
  fixture = await createApiEnvironment(createInvoiceReminderRoutes, () => now);
  client = await createTestClient({ pool: fixture.sql }, { company: "Contoso" });
});
// All tests share one database, so reset it before each test.
beforeEach(async () => {
  now = EVENING;
  await fixture.sql.query(`
    delete from private.email_outbox;
    delete from public.invoices;
    update public.clients set status = 'active'`);
});

async function addInvoice(overrides: Partial<InvoiceInput> = {}): Promise<string> {
  const { id } = await insertInvoice(
    { pool: fixture.sql },
    {
      client_id: client.id,
      invoice_number: "0042",
      description: "Assessment of models",
      amount: 1200,
      total_paid_amount: 200,
      status: "overdue",
      due_date: "2026-11-20",
      ...overrides,
    },
  );
  return id;
}

const send = (invoiceIds: unknown, as: "administrator" | "client" | "visitor" = "administrator") =>
  fixture.post(as, PATH, { invoiceIds });
const preview = (invoiceIds: unknown) => fixture.post("administrator", `${PATH}/preview`, { invoiceIds });

async function readRows(statement: string): Promise<unknown[]> {
  return (await fixture.sql.query(statement)).rows;
}
const listEmails = () =>
  readRows(
    "select kind, recipient, subject, client_id, body_text, body_blocks from private.email_outbox order by deduplication_key",
  );
const listReminders = () =>
  readRows(
    `select invoice_id, client_id, sent_on::text, amount_cents::integer, sent_by
       from public.invoice_reminders order by sent_on`,
  );

test("emails the people with billing emails once, stores the reminder and audits the administrator", async () => {
  const id = await addInvoice();
  const { userId, email } = await createMember({ pool: fixture.sql }, client.id, "billing");
  await createMember({ pool: fixture.sql }, client.id, "technical");
  const reminder = {
    invoiceId: id,
    number: "0042",
    clientId: client.id,
    company: "Contoso",
    amountCents: 100_000,
    due: "2026-11-20",
    recipients: [
      { name: "Ada Moreno", email: client.email },
      { name: "", email },
    ],
    skipReason: null,
  };
  expect(await preview([id])).toEqual({ status: 200, body: { success: true, reminders: [reminder] } });
  expect(await listEmails()).toEqual([]);

  expect(await send([id])).toEqual({ status: 200, body: { success: true, reminders: [reminder] } });
  const sent = { kind: "invoice-overdue", client_id: client.id };
  expect(await listEmails()).toMatchObject([
    {
      ...sent,
      recipient: client.email,
      body_text: expect.stringContaining(
        "This invoice was due on Nov 20, 2026 (5 days ago).\n\nAmount due: $1,000.00\n",
      ),
    },
    { ...sent, recipient: email, subject: expect.stringMatching(/^Invoice 0042 from .* is overdue$/) },
  ]);
  const stored = { invoice_id: id, client_id: client.id, sent_on: "2026-11-24" };
  const { administratorId: sent_by } = fixture;
  expect(await listReminders()).toEqual([{ ...stored, amount_cents: 100_000, sent_by }]);
  expect(
    await readRows(
      `select actor_id, action, after ->> 'invoice_id' as invoice_id from public.audit_log
        where table_name = 'invoice_reminders'`,
    ),
  ).toEqual([{ actor_id: sent_by, action: "insert", invoice_id: id }]);
  await fixture.sql.query("delete from public.client_members where user_id = $1", [userId]);
});

test("sends at most one reminder per invoice and day of the firm, also to simultaneous requests", async () => {
  const id = await addInvoice();
  const responses = await Promise.all([send([id, id]), send([id]), send([id])]);
  const reasons = responses.flatMap(({ body }) => body.reminders);
  expect(reasons.filter((reminder) => Reflect.get(Object(reminder), "skipReason") === null)).toHaveLength(1);
  now = new Date("2026-11-25T04:59:59Z");
  expect(await send([id])).toMatchObject({ body: { reminders: [{ skipReason: "already_reminded" }] } });
  expect(await listEmails()).toHaveLength(1);
  now = new Date("2026-11-25T05:00:00Z");
  expect(await send([id])).toMatchObject({ body: { reminders: [{ skipReason: null }] } });
  expect(await listEmails()).toHaveLength(2);
  expect(await listReminders()).toMatchObject([{ sent_on: "2026-11-24" }, { sent_on: "2026-11-25" }]);
});

test.each<[change: string, statement: string, reminder: object]>([
  [
    "assigned to another client",
    "client_id = (select id from public.clients where company = 'Tailspin' limit 1)",
    { company: "Tailspin" },
  ],
  ["partially paid", "total_paid_amount = 300", { amountCents: 90_000 }],
  ["changed to another amount", "amount = 1100", { amountCents: 90_000 }],
])("skips an invoice that is %s while reminders are sent", async (_, change, reminder) => {
  const id = await addInvoice();
  await createTestClient({ pool: fixture.sql }, { company: "Tailspin" });
  const caller = { sub: fixture.administratorId, role: "authenticated", app_metadata: { role: "admin" } };
  const reminders = await fixture.database.asCaller(caller, (query) => {
    const changeBeforeInsert = new Proxy(query, {
      async apply(target, thisArgument, parameters) {
        if (String(parameters[0]).startsWith("insert into endpoints.invoice_reminders")) {
          await fixture.sql.query(`update public.invoices set ${change} where id = $1`, [id]);
        }
        return Reflect.apply(target, thisArgument, parameters);
      },
    });
    return sendReminders(changeBeforeInsert, { invoiceIds: [id], now, publicUrl: "http://localhost" });
  });
  expect(reminders).toMatchObject([{ ...reminder, skipReason: "changed" }]);
  expect(await listEmails()).toEqual([]);
  expect(await listReminders()).toEqual([]);
});

test.each<[reason: string, invoice: Partial<InvoiceInput>, change: string]>([
  ["not_overdue", { status: "pending" }, "select"],
  ["not_overdue", { status: "paid" }, "select"],
  ["not_overdue", { status: "cancelled" }, "select"],
  ["not_overdue", { total_paid_amount: 1200 }, "select"],
  ["no_client", { client_id: null }, "select"],
  ["processing", { processing_amount: 50 }, "select"],
  ["inactive_client", {}, "update public.clients set status = 'suspended'"],
])("skips an invoice with the reason %s if it has %j", async (skipReason, invoice, change) => {
  const skippedId = await addInvoice(invoice);
  await fixture.sql.query(change);
  const skipped = { body: { reminders: [{ invoiceId: skippedId, skipReason }] } };
  expect(await preview([skippedId])).toMatchObject(skipped);
  expect(await send([skippedId])).toMatchObject(skipped);
  expect(await listEmails()).toEqual([]);
  expect(await listReminders()).toEqual([]);
});

test("skips an invoice of a client without an account", async () => {
  const { id: client_id } = await insertRow({ pool: fixture.sql }, "clients", {
    company: "Fabrikam",
    contact_person: "Grace Lindqvist",
  });
  const id = await addInvoice({ client_id });
  expect(await send([id])).toMatchObject({
    body: { reminders: [{ company: "Fabrikam", recipients: [], skipReason: "no_recipient" }] },
  });
  expect(await listReminders()).toEqual([]);
});

test("emails the new client of a reassigned invoice on the same day", async () => {
  const id = await addInvoice();
  await send([id]);
  const otherClient = await createTestClient({ pool: fixture.sql }, { company: "Fabrikam" });
  await fixture.sql.query("update public.invoices set client_id = $2 where id = $1", [id, otherClient.id]);
  const reminder = {
    company: "Fabrikam",
    recipients: [expect.objectContaining({ email: otherClient.email })],
  };
  expect(await send([id])).toMatchObject({ body: { reminders: [{ ...reminder, skipReason: null }] } });
  expect(await send([id])).toMatchObject({ body: { reminders: [{ skipReason: "already_reminded" }] } });
  expect(await readRows("select recipient from private.email_outbox order by created_at")).toEqual([
    { recipient: client.email },
    { recipient: otherClient.email },
  ]);
});

test("lists the recipients of each client if the invoices are of several clients", async () => {
  const otherClient = await createTestClient({ pool: fixture.sql }, { company: "Fabrikam" });
  const ids = [
    await addInvoice({ due_date: "2026-11-01" }),
    await addInvoice({ due_date: "2026-11-02", client_id: otherClient.id }),
    await addInvoice({ due_date: "2026-11-03", client_id: null }),
    await addInvoice({ due_date: "2026-11-04" }),
  ];
  const ownRecipients = { recipients: [expect.objectContaining({ email: client.email })] };
  expect(await preview(ids)).toMatchObject({
    body: {
      reminders: [
        ownRecipients,
        { recipients: [expect.objectContaining({ email: otherClient.email })] },
        { recipients: [] },
        ownRecipients,
      ],
    },
  });
});

test("sends the other reminders if an invoice is skipped, the oldest due date first", async () => {
  const later = await addInvoice({ due_date: "2026-11-10" });
  const pending = await addInvoice({ status: "pending", due_date: "2026-12-01" });
  const oldest = await addInvoice({ due_date: "2026-11-01" });
  expect(await send([later, pending, oldest])).toMatchObject({
    body: {
      reminders: [
        { invoiceId: oldest, skipReason: null },
        { invoiceId: later, skipReason: null },
        { invoiceId: pending, skipReason: "not_overdue" },
      ],
    },
  });
  expect(await listEmails()).toMatchObject([{ subject: expect.stringMatching(/^2 invoices from /) }]);
});

test("sends one email per person and client, with all of the client's invoices", async () => {
  const otherClient = await createTestClient({ pool: fixture.sql }, { company: "Fabrikam" });
  const { userId, email } = await createMember({ pool: fixture.sql }, client.id, "billing");
  const ids = [
    await addInvoice({ invoice_number: "0043", due_date: "2026-11-10", description: "" }),
    await addInvoice({ invoice_number: "0044", due_date: "2026-11-15", client_id: otherClient.id }),
    await addInvoice({ invoice_number: "0042", due_date: "2026-11-23", amount: 700 }),
  ];
  expect(await send(ids)).toMatchObject({
    body: { reminders: ids.map((invoiceId) => ({ invoiceId, skipReason: null })) },
  });
  const grouped = {
    client_id: client.id,
    subject: expect.stringMatching(/^2 invoices from .* are overdue$/),
    body_text: expect.stringContaining(
      [
        "The oldest of these invoices was due on Nov 10, 2026 (15 days ago).",
        "",
        "Amount due: $1,500.00",
        "Total of 2 invoices to Contoso",
        "",
        "Invoice 0043: $1,000.00 · due Nov 10, 2026, 15 days late",
        "Invoice 0042: $500.00 · due Nov 23, 2026, 2 days late",
        "",
        "View and pay:",
        "",
      ].join("\n"),
    ),
    body_blocks: expect.arrayContaining([
      expect.objectContaining({
        rows: [
          expect.objectContaining({
            label: "Invoice 0043",
            url: expect.stringContaining(`invoice=${ids[0]}`),
          }),
          expect.objectContaining({
            label: "Invoice 0042",
            url: expect.stringContaining(`invoice=${ids[2]}`),
          }),
        ],
      }),
    ]),
  };
  const emails = await listEmails();
  expect(emails).toHaveLength(3);
  expect(emails).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...grouped, recipient: client.email }),
      expect.objectContaining({ ...grouped, recipient: email }),
      expect.objectContaining({
        recipient: otherClient.email,
        subject: expect.stringMatching(/^Invoice 0044 from /),
        body_text: expect.stringContaining(`&invoice=${ids[1]}`),
      }),
    ]),
  );
  expect(await listReminders()).toHaveLength(3);
  await fixture.sql.query("delete from public.client_members where user_id = $1", [userId]);
});

test("repeats no invoice in the emails of simultaneous requests", async () => {
  const numbers = ["0001", "0002", "0003", "0004"];
  const [first, second, third, fourth] = await Promise.all(
    numbers.map((invoice_number) => addInvoice({ invoice_number })),
  );
  const responses = await Promise.all([
    send([first, second, third]),
    send([third, second]),
    send([fourth, third, first]),
    send([second, fourth]),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const emails = await readRows("select subject || body_text as text from private.email_outbox");
  const named = emails.flatMap((row) => [
    ...new Set(String(Reflect.get(Object(row), "text")).match(/\b000\d\b/g)),
  ]);
  expect(named.sort()).toEqual(numbers);
  expect(await listReminders()).toHaveLength(4);
});

test("states only the overdue payment of an invoice with several payments", async () => {
  const id = await addInvoice({
    amount: 1000,
    total_paid_amount: 0,
    due_date: "2026-12-31",
    next_payment_due_date: "2026-11-15",
    next_payment_amount: 300,
  });
  expect(await send([id])).toMatchObject({
    body: { reminders: [{ amountCents: 30_000, due: "2026-11-15" }] },
  });
  expect(await listEmails()).toMatchObject([
    {
      body_text: expect.stringContaining(
        "A payment for this invoice was due on Nov 15, 2026 (10 days ago).\n\nAmount due: $300.00\n",
      ),
    },
  ]);
});

test("sends nothing if an invoice is unknown", async () => {
  const id = await addInvoice();
  const unknown = { status: 404, body: { code: "unknown_invoice" } };
  expect(await preview([id, randomUUID()])).toMatchObject(unknown);
  expect(await send([id, randomUUID()])).toMatchObject(unknown);
  expect(await listEmails()).toEqual([]);
});

test("rejects unauthorized callers and invalid input", async () => {
  const id = await addInvoice();
  expect(await send([id], "visitor")).toMatchObject({ status: 401 });
  expect(await send([id], "client")).toMatchObject({ status: 403 });
  for (const invalid of [[], ["1"], "1", undefined, Array.from({ length: 51 }, randomUUID)]) {
    expect(await send(invalid)).toMatchObject({ status: 400 });
    expect(await preview(invalid)).toMatchObject({ status: 400 });
  }
  expect(await send(Array.from({ length: 50 }, randomUUID))).toMatchObject({ status: 404 });
  expect(await listEmails()).toEqual([]);
});

test("the database rejects a second reminder on the same day", async () => {
  const id = await addInvoice();
  const insert = () =>
    fixture.sql.query(
      "insert into public.invoice_reminders (invoice_id, client_id, sent_on, amount_cents) values ($1, $2, '2026-11-24', 1)",
      [id, client.id],
    );
  await insert();
  await expect(insert()).rejects.toThrow("invoice_reminders_day_key");
});
