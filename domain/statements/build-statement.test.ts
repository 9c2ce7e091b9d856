import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, calendarDate } from "#domain/dates/calendar-date.ts";
import { toInstant } from "#domain/dates/instant.ts";
import { balanceDue } from "#domain/invoices/invoice.ts";
import { cents, dollars, sumCents, toDollars } from "#domain/money/money.ts";
import { buildStatement, type StatementInvoice, type StatementPayment } from "./build-statement.ts";
import { statementToCsv } from "./statement-csv.ts";

const ALL_TIME = { from: null, to: null };

const createInvoice = (overrides: Partial<StatementInvoice> = {}): StatementInvoice => ({
  id: "one",
  invoice_number: "000001",
  description: "Assessment",
  status: "pending",
  square_status: "UNPAID",
  amount: dollars(100),
  total_paid_amount: dollars(0),
  refunded_amount: dollars(0),
  issued_date: calendarDate("2026-01-10"),
  due_date: calendarDate("2026-02-10"),
  paid_date: null,
  time_zone: "America/New_York",
  ...overrides,
});
const createPayment = (
  kind: StatementPayment["kind"],
  amount: number,
  at: string,
  overrides: Partial<StatementPayment> = {},
): StatementPayment => ({
  invoice_id: "one",
  kind,
  status: "completed",
  amount: dollars(amount),
  created_at: toInstant(new Date(at)),
  method: "card",
  card_brand: "VISA",
  card_last4: "1111",
  ...overrides,
});
const summarize = ({ entries }: ReturnType<typeof buildStatement>) =>
  entries.map((entry) => [entry.date, entry.kind, entry.cents, entry.balanceCents]);

describe("a statement", () => {
  test("lists invoices, payments, refunds and credits with the running balance", () => {
    const invoice = createInvoice({
      status: "paid",
      square_status: "PARTIALLY_REFUNDED",
      total_paid_amount: dollars(70),
      refunded_amount: dollars(30),
      paid_date: calendarDate("2026-01-20"),
    });
    const payments = [
      createPayment("refund", 30, "2026-02-02T12:00:00Z"),
      createPayment("payment", 100, "2026-01-20T12:00:00Z"),
    ];
    const statement = buildStatement([invoice], payments, ALL_TIME);
    expect(summarize(statement)).toEqual([
      ["2026-01-10", "invoice", 10_000, 10_000],
      ["2026-01-20", "payment", -10_000, 0],
      ["2026-02-02", "refund", 3000, 3000],
      ["2026-02-02", "credit", -3000, 0],
    ]);
    expect(statement.entries[1]?.description).toBe("Visa ending in 1111");
    expect(statement.totals).toEqual({ invoice: 10_000, payment: -10_000, refund: 3000, credit: -3000 });
    expect(statement.closingCents).toBe(0);
  });

  test("dates payments in the invoice's time zone", () => {
    const payment = createPayment("payment", 10, "2026-02-01T04:59:59Z");
    const invoice = createInvoice({ total_paid_amount: dollars(10) });
    expect(summarize(buildStatement([invoice], [payment], ALL_TIME))[1]?.[0]).toBe("2026-01-31");
  });

  test.each(["pending", "failed", "cancelled"] as const)("omits %s payments", (status) => {
    const payment = createPayment("payment", 10, "2026-01-20T12:00:00Z", { status });
    expect(buildStatement([createInvoice()], [payment], ALL_TIME).entries).toHaveLength(1);
  });

  test("omits a scheduled invoice, which Square has not sent yet", () => {
    expect(buildStatement([createInvoice({ square_status: "SCHEDULED" })], [], ALL_TIME).entries).toEqual([]);
  });

  test.each([
    ["nothing", "0.00", []],
    ["what was received", "40.00", [4000, -4000]],
  ] as const)("a cancelled invoice adds %s", (_, received, amounts) => {
    const invoice = createInvoice({ status: "cancelled", total_paid_amount: dollars(received) });
    expect(buildStatement([invoice], [], ALL_TIME).entries.map((entry) => entry.cents)).toEqual(amounts);
  });

  test("lists a fully refunded invoice with its payment and refund", () => {
    const invoice = createInvoice({
      status: "cancelled",
      square_status: "REFUNDED",
      refunded_amount: dollars(100),
    });
    const payments = [
      createPayment("payment", 100, "2026-01-20T12:00:00Z"),
      createPayment("refund", 100, "2026-01-25T12:00:00Z"),
    ];
    const statement = buildStatement([invoice], payments, ALL_TIME);
    expect(statement.totals).toEqual({ invoice: 10_000, payment: -10_000, refund: 10_000, credit: -10_000 });
    expect(statement.closingCents).toBe(0);
  });

  test("adds payments without rows on the paid date, or on the issue date if that is unknown", () => {
    const paid = createInvoice({ status: "paid", paid_date: calendarDate("2026-01-31") });
    expect(summarize(buildStatement([paid], [], ALL_TIME))).toEqual([
      ["2026-01-10", "invoice", 10_000, 10_000],
      ["2026-01-31", "payment", -10_000, 0],
    ]);
    const partial = createInvoice({ total_paid_amount: dollars(10) });
    expect(summarize(buildStatement([partial], [], ALL_TIME))[1]).toEqual([
      "2026-01-10",
      "payment",
      -1000,
      9000,
    ]);
  });

  describe("of an invoice that was paid twice", () => {
    const duplicate = createPayment("payment", 100, "2026-01-21T12:00:00Z");
    const payments = [createPayment("payment", 100, "2026-01-20T12:00:00Z"), duplicate];
    const paid = createInvoice({ status: "paid", total_paid_amount: dollars(100) });

    test("lists both payments, and closes with a client credit", () => {
      const statement = buildStatement([paid], payments, ALL_TIME);
      expect(statement.entries.map(({ kind, cents, description }) => [kind, cents, description])).toEqual([
        ["invoice", 10_000, "Assessment"],
        ["payment", -10_000, "Visa ending in 1111"],
        ["payment", -10_000, "Visa ending in 1111"],
      ]);
      expect(statement.closingCents).toBe(-10_000);
    });

    test.each([
      [100, [["refund", 10_000]], 0],
      [
        130,
        [
          ["refund", 13_000],
          ["credit", -3000],
        ],
        0,
      ],
      [40, [["refund", 4000]], -6000],
    ])("with a refund of %d dollars credits only what exceeds the second payment", (amount, entries, closing) => {
      const refund = createPayment("refund", amount, "2026-02-02T12:00:00Z");
      const refunded = { ...paid, refunded_amount: dollars(amount) };
      const statement = buildStatement([refunded], [...payments, refund], ALL_TIME);
      expect(statement.entries.slice(3).map(({ kind, cents }) => [kind, cents])).toEqual(entries);
      expect(statement.closingCents).toBe(closing);
    });

    test("and has several refunds credits only what exceeds the second payment in total", () => {
      const refunds = [
        createPayment("refund", 50, "2026-02-03T12:00:00Z"),
        createPayment("refund", 70, "2026-02-02T12:00:00Z"),
      ];
      const refunded = { ...paid, refunded_amount: dollars(120) };
      const { entries } = buildStatement([refunded], [...payments, ...refunds], ALL_TIME);
      expect(entries.slice(3).map(({ kind, cents }) => [kind, cents])).toEqual([
        ["refund", 7000],
        ["refund", 5000],
        ["credit", -2000],
      ]);
    });
  });

  test("lists an invoice without an issue date on its due date", () => {
    const invoice = createInvoice({ issued_date: null });
    expect(summarize(buildStatement([invoice], [], ALL_TIME))[0]?.[0]).toBe("2026-02-10");
  });

  test.each([
    ["2026-01-10", 0, 1],
    ["2026-01-11", 10_000, 0],
  ])("from %s has an opening balance of %d cents and %d entries", (from, opening, count) => {
    const statement = buildStatement([createInvoice()], [], { from: calendarDate(from), to: null });
    expect(statement.openingCents).toBe(opening);
    expect(statement.entries).toHaveLength(count);
    expect(statement.closingCents).toBe(10_000);
  });

  test.each([
    ["2026-01-09", 0],
    ["2026-01-10", 10_000],
  ])("to %s has a closing balance of %d cents", (to, closing) => {
    const statement = buildStatement([createInvoice()], [], { from: null, to: calendarDate(to) });
    expect(statement.closingCents).toBe(closing);
    expect(statement.balanceDueCents).toBe(10_000);
  });

  test("is formatted as CSV with its opening and closing balance", () => {
    const period = { from: calendarDate("2026-01-01"), to: calendarDate("2026-01-31") };
    const invoice = createInvoice({ description: "=1+1", total_paid_amount: dollars(40) });
    const payment = createPayment("payment", 40, "2026-01-20T12:00:00Z");
    const csv = statementToCsv(buildStatement([invoice], [payment], period), period);
    expect(csv.slice(1).split("\r\n")).toEqual([
      '"Date","Type","Invoice","Description","Amount (USD)","Balance (USD)"',
      '"2026-01-01","Opening balance","","","","0.00"',
      `"2026-01-10","Invoice","000001","'=1+1","100.00","100.00"`,
      '"2026-01-20","Payment","000001","Visa ending in 1111","-40.00","60.00"',
      '"2026-01-31","Closing balance","","","","60.00"',
      "",
    ]);
  });
});

describe("for random invoices with payments and refunds", () => {
  const dayArbitrary = fc
    .integer({ min: 0, max: 700 })
    .map((days) => addDays(calendarDate("2025-01-01"), days));
  const paymentArbitrary = fc.record({
    share: fc.integer({ min: 1, max: 100 }),
    day: dayArbitrary,
    refundPercent: fc.constantFrom(0, 0, 30, 100),
    refundDay: dayArbitrary,
    isRefundCompleted: fc.boolean(),
  });
  const invoiceArbitrary = fc.record({
    status: fc.constantFrom("paid", "pending", "overdue", "cancelled"),
    square_status: fc.constantFrom("UNPAID", "SCHEDULED"),
    amountCents: fc.integer({ min: 0, max: 1_000_000 }),
    issued_date: fc.option(dayArbitrary),
    payments: fc.array(paymentArbitrary, { maxLength: 4 }),
    hasPaymentRows: fc.boolean(),
  });
  type RandomInvoice = typeof invoiceArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

  /** Builds an invoice whose amounts match its payments, as the sync stores them. */
  const buildRecords = (random: RandomInvoice, index: number) => {
    const id = `invoice-${index}`;
    const isScheduled = random.square_status === "SCHEDULED" && random.status === "pending";
    const shares = isScheduled ? [] : random.payments;
    const shareSum = shares.reduce((sum, { share }) => sum + share, 0);
    const divisor = random.status === "paid" ? shareSum : shareSum + 50;
    let remaining = random.status === "paid" ? random.amountCents : Math.floor(random.amountCents * 0.9);
    const payments: StatementPayment[] = [];
    let received = 0;
    let refunded = 0;
    for (const [at, { share, day, refundPercent, refundDay, isRefundCompleted }] of shares.entries()) {
      const isLast = random.status === "paid" && at === shares.length - 1;
      const paid = isLast
        ? remaining
        : Math.min(remaining, Math.floor((random.amountCents * share) / divisor));
      const refund = Math.floor((paid * refundPercent) / 100);
      remaining -= paid;
      received += paid;
      refunded += isRefundCompleted ? refund : 0;
      payments.push(createPayment("payment", paid / 100, `${day}T12:00:00Z`, { invoice_id: id }));
      payments.push(
        createPayment("refund", refund / 100, `${refundDay}T12:00:00Z`, {
          invoice_id: id,
          status: isRefundCompleted ? "completed" : "pending",
        }),
      );
    }
    const isClosed = random.status === "paid" || random.status === "cancelled";
    const invoice = createInvoice({
      id,
      invoice_number: String(index),
      status: random.status,
      square_status: isScheduled ? "SCHEDULED" : "UNPAID",
      amount: toDollars(cents(random.amountCents)),
      total_paid_amount: toDollars(cents(isClosed ? received - refunded : received)),
      refunded_amount: toDollars(cents(refunded)),
      issued_date: random.issued_date,
    });
    return { invoice, payments: random.hasPaymentRows ? payments : [] };
  };
  const accountArbitrary = fc.array(invoiceArbitrary, { maxLength: 8 }).map((randoms) => {
    const records = randoms.map(buildRecords);
    return {
      invoices: records.map(({ invoice }) => invoice),
      payments: records.flatMap(({ payments }) => payments),
    };
  });

  test("the closing balance equals the balance due", () => {
    fc.assert(
      fc.property(accountArbitrary, ({ invoices, payments }) => {
        expect(buildStatement(invoices, payments, ALL_TIME).closingCents).toBe(balanceDue(invoices));
      }),
    );
  });

  test("the totals equal the sums of the rows", () => {
    const sumRows = (payments: readonly StatementPayment[], kind: StatementPayment["kind"]) =>
      Math.round(
        payments
          .filter((payment) => payment.kind === kind && payment.status === "completed")
          .reduce((sum, payment) => sum + Number(payment.amount) * 100, 0),
      );
    fc.assert(
      fc.property(accountArbitrary, ({ invoices, payments }) => {
        const invoiceIds = new Set(payments.map((payment) => payment.invoice_id));
        const known = invoices.filter(({ id, status }) => invoiceIds.has(id) || status === "pending");
        const { totals } = buildStatement(
          known.filter(({ id }) => invoiceIds.has(id)),
          payments,
          ALL_TIME,
        );
        expect(0 - totals.payment).toBe(sumRows(payments, "payment"));
        expect(totals.refund).toBe(sumRows(payments, "refund"));
        expect(totals.credit + totals.refund).toBe(0);
      }),
    );
  });

  test("a period opens with the previous closing balance, and every amount is in the closing balance", () => {
    fc.assert(
      fc.property(accountArbitrary, dayArbitrary, ({ invoices, payments }, day) => {
        const first = buildStatement(invoices, payments, { from: null, to: day });
        const second = buildStatement(invoices, payments, { from: addDays(day, 1), to: null });
        const whole = buildStatement(invoices, payments, ALL_TIME);
        expect(second.openingCents).toBe(first.closingCents);
        expect(second.closingCents).toBe(whole.closingCents);
        expect(first.entries.length + second.entries.length).toBe(whole.entries.length);
        for (const { openingCents, totals, closingCents, entries } of [first, second, whole]) {
          expect(sumCents([openingCents, ...Object.values(totals)])).toBe(closingCents);
          expect(entries.at(-1)?.balanceCents ?? openingCents).toBe(closingCents);
        }
      }),
    );
  });
});
