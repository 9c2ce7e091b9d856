import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { cents, dollars } from "#domain/money/money.ts";
import { buildFixed, ON_ACCEPTANCE } from "#domain/proposals/test-support/proposal.ts";
import {
  createProposalEnvironment,
  type ProposalEnvironment,
} from "#tests/support/product/proposal-environment.ts";
import { buildInvoice, insertInvoice } from "#tests/support/records/invoice.ts";

let environment: ProposalEnvironment;
beforeEach(async () => {
  environment = await createProposalEnvironment();
});
afterEach(() => environment.stop());

const listDrafts = () =>
  environment.query(
    `select title, total_cents, payments, status, proposal_id is not null as has_proposal, project_id is not null as has_project
       from public.invoice_drafts order by created_at, title`,
  );

test("prepares the invoice of the deposit once, and not those of later payments", async () => {
  await environment.accept(await environment.createSent());
  await Promise.all([environment.prepareInvoices(), environment.prepareInvoices()]);
  await environment.prepareInvoices();
  expect(await listDrafts()).toEqual([
    {
      ...{ title: "Deposit: Red team exercise", total_cents: 250_000, status: "draft" },
      ...{ has_proposal: true, has_project: true },
      payments: [{ kind: "balance", dueOn: "2026-01-19", amountCents: 250_000 }],
    },
  ]);
});

test("prepares the invoice of a payment whose date has come or whose project is completed", async () => {
  await environment.accept(
    await environment.createSent({
      plan: {
        deposit: {
          share: { kind: "amount", amount: cents(100_000) },
          due: { kind: "date", date: calendarDate("2026-02-01") },
          whenDue: "publish_invoice",
        },
        rest: { kind: "balance", due: { kind: "on_completion", days: 10 }, whenDue: "prepare_invoice" },
      },
    }),
  );
  const run = async () => {
    await environment.expire();
    await environment.prepareInvoices();
    return (await listDrafts()).map(({ title }) => title);
  };
  expect(await run()).toEqual([]);
  environment.clock.now = new Date("2026-02-01T18:00:00Z");
  expect(await run()).toEqual(["Deposit: Red team exercise"]);
  await environment.query("update public.projects set status = 'completed'");
  expect(await run()).toEqual(["Deposit: Red team exercise", "Balance: Red team exercise"]);
  expect((await listDrafts())[1]?.payments).toMatchObject([{ dueOn: "2026-02-11" }]);
});

test("leaves amounts above those of an invoice line to an administrator", async () => {
  await environment.accept(
    await environment.createSent({
      items: [buildFixed({ amount: cents(200_000_002) })],
      plan: {
        deposit: null,
        rest: { kind: "balance", due: { kind: "on_acceptance", days: 0 }, whenDue: "prepare_invoice" },
      },
    }),
  );
  await environment.prepareInvoices();
  expect(await listDrafts()).toEqual([]);
  expect(await environment.query("select status from public.planned_payments")).toEqual([{ status: "due" }]);
});

test("records the invoice that Square returned for the draft", async () => {
  await environment.accept(await environment.createSent());
  await environment.prepareInvoices();
  const invoice = await insertInvoice(
    { pool: environment.sql },
    buildInvoice({ client_id: environment.clientA, square_invoice_id: "inv:1" }),
  );
  await environment.query("update public.invoice_drafts set square_invoice_id = 'inv:1'");
  await environment.prepareInvoices();
  expect(
    await environment.query("select status, invoice_id from public.planned_payments where kind = 'deposit'"),
  ).toEqual([{ status: "invoiced", invoice_id: invoice.id }]);
});

describe("an invoice that was created by hand", () => {
  const insertByHand = (columns: Parameters<typeof buildInvoice>[0] = {}) =>
    insertInvoice(
      { pool: environment.sql },
      buildInvoice({
        ...{ client_id: environment.clientA, amount: dollars(2_500), status: "pending" },
        ...{ issued_date: calendarDate("2026-01-06"), square_invoice_id: `inv:${crypto.randomUUID()}` },
        ...columns,
      }),
    );
  const UNEVEN_PLAN = {
    deposit: {
      share: { kind: "amount", amount: cents(250_000) },
      due: ON_ACCEPTANCE,
      whenDue: "prepare_invoice",
    },
    rest: { kind: "balance", due: { kind: "on_completion", days: 14 }, whenDue: "prepare_invoice" },
  } as const;
  const EVEN_ITEMS = [buildFixed({ amount: cents(500_000) })];
  const UNEVEN_ITEMS = [buildFixed({ amount: cents(600_000) })];
  const acceptWith = async (items: typeof EVEN_ITEMS) =>
    environment.accept(await environment.createSent({ items, plan: UNEVEN_PLAN }));
  const readDeposit = async () =>
    (
      await environment.query("select status, invoice_id from public.planned_payments where kind = 'deposit'")
    )[0];

  test("is recorded for the only payment it can be for, whose draft is deleted", async () => {
    await acceptWith(UNEVEN_ITEMS);
    await environment.prepareInvoices();
    expect(await listDrafts()).toMatchObject([{ status: "draft" }]);
    const invoice = await insertByHand();
    await environment.prepareInvoices();
    expect(await readDeposit()).toEqual({ status: "invoiced", invoice_id: invoice.id });
    expect(await listDrafts()).toMatchObject([{ status: "deleted" }]);
  });

  test("is not recorded if the draft's publication is requested at the same time", async () => {
    await acceptWith(UNEVEN_ITEMS);
    await environment.prepareInvoices();
    await insertByHand();
    const request = await environment.sql.connect();
    await request.query("begin");
    await request.query(
      "update public.invoice_drafts set requested_status = 'published', confirmed_cents = total_cents, confirmed_recipient = 'Ada'",
    );
    const matching = environment.prepareInvoices();
    await expect
      .poll(() =>
        environment.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        ),
      )
      .toHaveLength(1);
    await request.query("commit");
    request.release();
    await matching;
    expect(await listDrafts()).toMatchObject([{ status: "draft" }]);
    expect(await readDeposit()).toEqual({ status: "due", invoice_id: null });
  });

  test("prevents a draft if it exists before the payment is prepared", async () => {
    await acceptWith(UNEVEN_ITEMS);
    await insertByHand();
    await environment.prepareInvoices();
    expect(await readDeposit()).toMatchObject({ status: "invoiced" });
    expect(await listDrafts()).toEqual([]);
  });

  test("is not recorded if two payments have its amount", async () => {
    await acceptWith(EVEN_ITEMS);
    await insertByHand();
    await environment.prepareInvoices();
    expect(await readDeposit()).toMatchObject({ status: "due" });
  });

  test("is not recorded if two invoices have the amount", async () => {
    await acceptWith(UNEVEN_ITEMS);
    await insertByHand();
    await insertByHand();
    await environment.prepareInvoices();
    expect(await readDeposit()).toMatchObject({ status: "due" });
  });

  test.each([
    ["another amount", { amount: dollars(2_500.01) }],
    ["a payment", { total_paid_amount: dollars(1) }],
    ["the status cancelled", { status: "cancelled" }],
    ["a date before the acceptance", { issued_date: calendarDate("2026-01-04") }],
    ["a subscription", { square_subscription_id: "sub:1" }],
  ] as const)("is not recorded with %s", async (_, columns) => {
    await acceptWith(UNEVEN_ITEMS);
    await insertByHand(columns);
    await environment.prepareInvoices();
    expect(await readDeposit()).toMatchObject({ status: "due" });
  });

  test("is not recorded while the invoice is being created here", async () => {
    await acceptWith(UNEVEN_ITEMS);
    await environment.prepareInvoices();
    await environment.query(
      "update public.invoice_drafts set requested_status = 'prepared', square_order_id = 'order:1'",
    );
    await insertByHand();
    await environment.prepareInvoices();
    expect(await readDeposit()).toMatchObject({ status: "due" });
  });
});
