import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { cents, sumCents, ZERO_CENTS } from "#domain/money/money.ts";
import { buildAccountingExport } from "./accounting-export.ts";
import type {
  AccountingRecords,
  ExportedInvoice,
  ExportedPayment,
  ExportFile,
} from "./accounting-records.ts";
import { toExportedLines } from "./exported-lines.ts";
import { buildLedger } from "./ledger.ts";
import { splitIntoFiles } from "./split-files.ts";
import { DEFAULT_XERO_CODES } from "./xero.ts";

const PERIOD = { from: calendarDate("2026-01-01"), to: calendarDate("2026-12-31") };
const createInvoice = (overrides: Partial<ExportedInvoice> = {}): ExportedInvoice => ({
  number: "000001",
  isCancelled: false,
  company: "Acme, Inc.",
  email: "ap@acme.example",
  description: "Assessment",
  issuedOn: calendarDate("2026-01-10"),
  dueOn: calendarDate("2026-02-09"),
  amountCents: cents(107_20),
  taxCents: cents(7_20),
  lines: [
    { name: "Testing", note: "Hours", quantity: "2", unitPriceCents: cents(50_00), netCents: cents(100_00) },
  ],
  ...overrides,
});
const createPayment = (overrides: Partial<ExportedPayment> = {}): ExportedPayment => ({
  kind: "payment",
  date: calendarDate("2026-01-20"),
  squareId: "P1",
  squarePaymentId: "P1",
  invoiceNumber: "000001",
  company: "Acme, Inc.",
  method: "Visa ending in 1111",
  amountCents: cents(107_20),
  tipCents: cents(5_00),
  overpaidCents: ZERO_CENTS,
  feeCents: cents(3_55),
  ...overrides,
});
const REFUND = createPayment({
  kind: "refund",
  squareId: "R1",
  date: calendarDate("2026-01-25"),
  amountCents: cents(20_00),
  tipCents: ZERO_CENTS,
  feeCents: cents(-59),
});
const RECORDS: AccountingRecords = { invoices: [createInvoice()], payments: [createPayment(), REFUND] };

const exportFiles = (records: AccountingRecords, format: "quickbooks" | "xero" | "ledger") =>
  buildAccountingExport(records, format, { period: PERIOD, xero: DEFAULT_XERO_CODES });
const findRows = (files: readonly ExportFile[], name: string) =>
  files.find((file) => file.name === name)?.rows;

describe("an export for QuickBooks Online", () => {
  const files = exportFiles(RECORDS, "quickbooks");

  test("has the documented invoice columns, one row per line, and sales tax as a line", () => {
    expect(findRows(files, "quickbooks-invoices.csv")).toEqual([
      "*InvoiceNo,*Customer,*InvoiceDate,*DueDate,Terms,Location,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,Service Date".split(
        ",",
      ),
      [
        "000001",
        "Acme, Inc.",
        "01/10/2026",
        "02/09/2026",
        "",
        "",
        "Assessment",
        "Testing",
        "Hours",
        "2",
        "50.00",
        "100.00",
        "",
      ],
      [
        "000001",
        "Acme, Inc.",
        "01/10/2026",
        "02/09/2026",
        "",
        "",
        "Assessment",
        "Sales tax",
        "",
        "1",
        "7.20",
        "7.20",
        "",
      ],
    ]);
  });

  test("has payments, refunds and fees as signed bank lines", () => {
    expect(findRows(files, "quickbooks-bank.csv")).toEqual([
      ["Date", "Description", "Amount"],
      ["01/20/2026", "Payment of invoice 000001, Acme, Inc., P1", "112.20"],
      ["01/20/2026", "Fee for invoice 000001, Acme, Inc., P1", "-3.55"],
      ["01/25/2026", "Refund of invoice 000001, Acme, Inc., R1", "-20.00"],
      ["01/25/2026", "Returned fee for invoice 000001, Acme, Inc., R1", "0.59"],
    ]);
  });
});

describe("an export for Xero", () => {
  const files = exportFiles(RECORDS, "xero");

  test("has all documented headings in order, and the account code and tax type in each line", () => {
    const [header = [], line = []] = findRows(files, "xero-invoices.csv") ?? [];
    expect(header.join(",")).toBe(
      "*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency,BrandingTheme",
    );
    expect(Object.fromEntries(header.map((name, index) => [name, line[index]]))).toMatchObject({
      "*ContactName": "Acme, Inc.",
      EmailAddress: "ap@acme.example",
      "*InvoiceNumber": "000001",
      "*InvoiceDate": "2026-01-10",
      "*Description": "Testing: Hours",
      "*Quantity": "2",
      "*UnitAmount": "50.00",
      "*AccountCode": "200",
      "*TaxType": "Tax Exempt (0%)",
      Currency: "USD",
    });
  });

  test("has statement lines with the Square id as reference", () => {
    expect(findRows(files, "xero-bank.csv")?.slice(0, 2)).toEqual([
      ["*Date", "*Amount", "Payee", "Description", "Reference", "Check Number"],
      ["2026-01-20", "112.20", "Acme, Inc.", "Payment of invoice 000001", "P1", ""],
    ]);
  });
});

describe("a ledger", () => {
  test("posts an invoice, a payment, its fee and a refund", () => {
    const postings = buildLedger(RECORDS).map(({ entry, account, debitCents, creditCents }) => [
      entry,
      account,
      debitCents,
      creditCents,
    ]);
    expect(postings).toEqual([
      [1, "Accounts receivable", 107_20, 0],
      [1, "Revenue", 0, 100_00],
      [1, "Sales tax payable", 0, 7_20],
      [2, "Square clearing", 112_20, 0],
      [2, "Accounts receivable", 0, 107_20],
      [2, "Tips", 0, 5_00],
      [3, "Square fees", 3_55, 0],
      [3, "Square clearing", 0, 3_55],
      [4, "Refunds", 20_00, 0],
      [4, "Square clearing", 0, 20_00],
      [5, "Square fees", 0, 59],
      [5, "Square clearing", 59, 0],
    ]);
  });

  test("posts the refund of a second payment to accounts receivable, and the rest to refunds", () => {
    const refund = { ...REFUND, overpaidCents: cents(15_00), feeCents: ZERO_CENTS };
    const postings = buildLedger({ invoices: [], payments: [refund] });
    expect(
      postings.map(({ account, debitCents, creditCents }) => [account, debitCents, creditCents]),
    ).toEqual([
      ["Accounts receivable", 15_00, 0],
      ["Refunds", 5_00, 0],
      ["Square clearing", 0, 20_00],
    ]);
  });

  test("has equal debits and credits in every entry, for random records", () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 }).map(cents);
    const day = fc
      .integer({ min: 1, max: 28 })
      .map((number) => calendarDate(`2026-02-${String(number).padStart(2, "0")}`));
    const invoice = fc
      .record({ issuedOn: day, total: amount, tax: amount })
      .map(({ issuedOn, total, tax }) =>
        createInvoice({ issuedOn, amountCents: total, taxCents: cents(Math.min(total, tax)) }),
      );
    const payment = fc
      .record({
        kind: fc.constantFrom("payment", "refund"),
        date: day,
        amountCents: amount,
        tipCents: amount,
        overpaidShare: fc.constantFrom(0, 0.3, 1),
        feeCents: fc.integer({ min: -100_000, max: 100_000 }).map(cents),
      })
      .map(({ overpaidShare, ...payment }) =>
        createPayment({ ...payment, overpaidCents: cents(Math.floor(payment.amountCents * overpaidShare)) }),
      );
    fc.assert(
      fc.property(fc.array(invoice), fc.array(payment), (invoices, payments) => {
        const postings = buildLedger({ invoices, payments });
        for (const rows of Map.groupBy(postings, ({ entry }) => entry).values()) {
          expect(sumCents(rows.map((row) => row.debitCents))).toBe(
            sumCents(rows.map((row) => row.creditCents)),
          );
          expect(rows.length).toBeGreaterThan(1);
        }
        const received = payments
          .filter(({ kind }) => kind === "payment")
          .reduce((sum, each) => sum + each.amountCents + each.tipCents, 0);
        expect(
          postings
            .filter(({ account, memo }) => account === "Square clearing" && memo.startsWith("Payment"))
            .reduce((sum, { debitCents }) => sum + debitCents, 0),
        ).toBe(received);
      }),
    );
  });

  test("contains cancelled invoices, unlike the other formats", () => {
    const records = { invoices: [createInvoice({ isCancelled: true })], payments: [] };
    expect(buildLedger(records)).toHaveLength(3);
    expect(findRows(exportFiles(records, "quickbooks"), "quickbooks-invoices.csv")).toHaveLength(1);
    expect(findRows(exportFiles(records, "xero"), "xero-invoices.csv")).toHaveLength(1);
  });
});

test("the manifest counts only exported invoices", () => {
  const records = { invoices: [createInvoice(), createInvoice({ isCancelled: true })], payments: [] };
  const findInvoicesRow = (format: "xero" | "ledger") =>
    findRows(exportFiles(records, format), "manifest.csv")?.find(([item]) => item === "Invoices");
  expect(findInvoicesRow("xero")).toEqual(["Invoices", "1", "107.20"]);
  expect(findInvoicesRow("ledger")).toEqual(["Invoices", "2", "214.40"]);
});

test("the manifest lists the counts and sums of the period, and the rows of each file", () => {
  expect(findRows(exportFiles(RECORDS, "quickbooks"), "manifest.csv")).toEqual([
    ["Item", "Count", "Sum (USD)"],
    ["Format", "QuickBooks Online", ""],
    ["Period", "Jan 1, 2026 to Dec 31, 2026", ""],
    ["Invoices", "1", "107.20"],
    ["Sales tax", "1", "7.20"],
    ["Payments, without tips", "1", "107.20"],
    ["Tips", "1", "5.00"],
    ["Refunds, with tips", "1", "20.00"],
    ["Fees", "2", "2.96"],
    ["quickbooks-invoices.csv", "2 rows", ""],
    ["quickbooks-bank.csv", "4 rows", ""],
  ]);
});

describe("invoice lines", () => {
  const item = (overrides: object) => ({
    name: "Testing",
    note: "",
    quantity: "2.5",
    unitPriceCents: cents(400_00),
    grossCents: cents(1000_00),
    discountCents: ZERO_CENTS,
    taxCents: ZERO_CENTS,
    totalCents: cents(1000_00),
    ...overrides,
  });
  const toLines = (amount: number, tax: number, ...lineItems: ReturnType<typeof item>[]) =>
    toExportedLines({
      description: "Assessment",
      amountCents: cents(amount),
      taxCents: cents(tax),
      lineItems,
    }).map(({ name, quantity, unitPriceCents, netCents }) => [name, quantity, unitPriceCents, netCents]);

  test("keep the quantity and price if their product is the amount", () => {
    expect(toLines(1000_00, 0, item({}))).toEqual([["Testing", "2.5", 400_00, 1000_00]]);
  });

  test("are net of discounts and taxes", () => {
    const discounted = item({
      discountCents: cents(100_00),
      taxCents: cents(72_00),
      totalCents: cents(972_00),
    });
    expect(toLines(972_00, 72_00, discounted)).toEqual([["Testing", "1", 900_00, 900_00]]);
  });

  test("get a default name, because importers require one", () => {
    expect(toLines(1000_00, 0, item({ name: "" }))).toEqual([["Item", "2.5", 400_00, 1000_00]]);
  });

  test("include a separate line for a difference, such as a service charge", () => {
    expect(toLines(1010_00, 0, item({}))).toEqual([
      ["Testing", "2.5", 400_00, 1000_00],
      ["Service charge", "1", 10_00, 10_00],
    ]);
  });

  test.each([
    ["without line items", 50_00, []],
    ["with line items that exceed the amount", 999_99, [item({})]],
  ] as const)("are a single line %s", (_, amount, items) => {
    expect(toLines(amount, 0, ...items)).toEqual([["Assessment", "1", amount, amount]]);
  });
});

describe("files", () => {
  const header = ["A"];
  const split = (records: string[][][], maxRecords: number, maxRows = 1000) =>
    splitIntoFiles("invoices", header, records, { maxRecords, maxRows }).map(({ name, rows }) => [
      name,
      rows.slice(1).flat().join(""),
    ]);

  test.each([
    [0, [["invoices.csv", ""]]],
    [2, [["invoices.csv", "xx"]]],
    [
      3,
      [
        ["invoices-1.csv", "xx"],
        ["invoices-2.csv", "x"],
      ],
    ],
  ] as const)("contain at most 2 of %d records each", (count, expected) => {
    expect(
      split(
        Array.from({ length: count }, () => [["x"]]),
        2,
      ),
    ).toEqual(expected);
  });

  test("count the header as a row, and never split the rows of one record", () => {
    const records = [[["a"]], [["b"], ["c"]], [["d"], ["e"], ["f"]]];
    expect(split(records, 10, 3)).toEqual([
      ["invoices-1.csv", "a"],
      ["invoices-2.csv", "bc"],
      ["invoices-3.csv", "def"],
    ]);
  });

  test("contain every record exactly once, within the limits", () => {
    const record = fc.array(fc.constant<string[]>(["x"]), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(record), fc.integer({ min: 1, max: 5 }), (records, maxRecords) => {
        const files = splitIntoFiles("invoices", header, records, { maxRecords, maxRows: 8 });
        expect(files.flatMap(({ rows }) => rows.slice(1))).toEqual(records.flat());
        expect(files.every(({ rows }) => rows.length <= 8)).toBe(true);
      }),
    );
  });
});
