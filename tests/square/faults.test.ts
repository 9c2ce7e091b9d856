import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SquareSimulator } from "#square-simulator/index.ts";
import { aWorldOverHttp, type WorldOverHttp } from "./over-http.ts";

type Fault = Parameters<SquareSimulator["fault"]>[0];
type Invoice = ReturnType<SquareSimulator["state"]>["invoices"][string];
type Row = Record<string, unknown>;

const UNREADABLE = "Square's answer could not be read.";
const AWAY = "Square is not reachable at the moment.";
const BUSY = "Square asks for fewer requests at the moment.";
const FOR_EVER = { times: null };
/** The scan's calls before page 2: the closed location, then page 1 of the one with more than 200 invoices. */
const PAGE_2 = { after: 2 };

let world: WorldOverHttp;
let before: Row[];

/** A connected world whose first synchronization is behind it. */
async function begin(maxRetries: number): Promise<void> {
  world = await aWorldOverHttp({ simulator: { seed: { invoiceCount: 250 } }, payments: { maxRetries } });
  await world.connect();
  const { body } = await world.sync();
  if (body.success !== true) throw new Error(`the first synchronization failed: ${body.message}`);
  before = await everyRow();
}

async function everyRow(): Promise<Row[]> {
  const { rows } = await world.pool.query<Row>("select * from public.invoices order by square_invoice_id");
  return rows;
}

async function syncUnder(fault: Fault) {
  world.simulator.fault({ operation: "ListInvoices", ...fault });
  const { status, body } = await world.sync();
  world.simulator.clearFaults();
  return { ...body, status };
}

describe("what passes is tried again, and nobody notices", () => {
  beforeAll(() => begin(1));
  afterAll(() => world.close());

  test.each<[string, Fault]>([
    ["429 with Retry-After, once", { kind: "rate-limited", retryAfterSeconds: 1 }],
    ["429 without Retry-After, once", { kind: "rate-limited" }],
    ["500, once", { kind: "server-error", status: 500 }],
    ["502 as HTML, once", { kind: "server-error", status: 502, html: true }],
    ["503 for the orders, once", { kind: "server-error", status: 503, operation: "BatchRetrieveOrders" }],
    [
      "504 for the customers, once",
      { kind: "server-error", status: 504, operation: "BulkRetrieveCustomers" },
    ],
    ["a dropped connection, once", { kind: "connection-reset" }],
    ["a token that expires in mid-scan", { kind: "token-expired", ...PAGE_2 }],
    ["a cursor that is invalid on page 2, once", { kind: "invalid-cursor", ...PAGE_2 }],
    ["a page with duplicates", { kind: "duplicate-items" }],
    ["an invoice that a page missed", { kind: "missed-item" }],
  ])("%s", async (_, fault) => {
    const answer = await syncUnder(fault);
    expect(answer).toMatchObject({ status: 200, success: true, changed: 0, report: { refused: [] } });
    expect(await everyRow()).toEqual(before);
  });

  test("429 more often than we try", async () => {
    const answer = await syncUnder({ kind: "rate-limited", retryAfterSeconds: 1, times: 2 });
    expect(answer).toMatchObject({ status: 502, success: false, message: BUSY });
    expect(await everyRow()).toEqual(before);
  });
});

describe("what lasts is given up with a sentence, and the data stays", () => {
  beforeAll(() => begin(0));
  afterAll(() => world.close());

  test.each<[string, Fault, string]>([
    ["429 for ever", { kind: "rate-limited", ...FOR_EVER }, BUSY],
    ["500", { kind: "server-error", status: 500, ...FOR_EVER }, AWAY],
    ["502 as HTML", { kind: "server-error", status: 502, html: true, ...FOR_EVER }, AWAY],
    ["200 with HTML", { kind: "html" }, UNREADABLE],
    ["200 with HTML on page 2", { kind: "html", ...PAGE_2 }, UNREADABLE],
    ["200 with HTML for the locations", { kind: "html", operation: "ListLocations" }, UNREADABLE],
    ["200 with HTML for the orders", { kind: "html", operation: "BatchRetrieveOrders" }, UNREADABLE],
    ["200 with errors", { kind: "errors-with-ok" }, UNREADABLE],
    ["200 cut off in the middle", { kind: "truncated" }, UNREADABLE],
    ["slower than we wait", { kind: "slow", milliseconds: 10_000 }, "Square did not answer in time."],
    ["a dropped connection", { kind: "connection-reset" }, AWAY],
    [
      "a cursor that repeats for ever",
      { kind: "cursor-repeats", ...FOR_EVER },
      "Square kept repeating the same page of its list.",
    ],
    [
      "a cursor that is never valid",
      { kind: "invalid-cursor", ...PAGE_2, ...FOR_EVER },
      "Square lost its place in a list. Please try again.",
    ],
    [
      "a scope that was removed",
      { kind: "scope-removed", scope: "INVOICES_READ" },
      "A permission is missing at Square. Please reconnect.",
    ],
    [
      "a permission revoked between pages",
      { kind: "token-revoked", ...PAGE_2 },
      "The connection to Square was revoked. Please reconnect.",
    ],
  ])("%s", async (_, fault, sentence) => {
    const answer = await syncUnder(fault);
    expect(answer).toMatchObject({ status: 502, success: false, message: sentence, error: sentence });
    expect(await everyRow()).toEqual(before);
    expect(await world.payments.status()).toMatchObject({ last_error: sentence });
    if (sentence.endsWith("Please reconnect.")) {
      await world.hear();
      await world.connect();
    }
    expect((await world.sync()).body).toMatchObject({ success: true, changed: 0 });
    expect(await world.payments.status()).toMatchObject({ connected: true, last_error: null });
  });

  test("nor is a token exchanged with an answer that is none, or asked for twice", async () => {
    await world.payments.disconnect(world.adminId);
    await world.hear();
    const asked: string[] = [];
    world.beforeCall = ({ pathname }) => asked.push(pathname);
    for (const fault of [{ kind: "html" }, { kind: "server-error", status: 500 }] as const) {
      world.simulator.fault({ operation: "ObtainToken", ...fault });
      const back = await world.connect();
      expect(back.headers.get("location")).toMatch(/oauth_status=error&message=token_exchange_failed$/);
    }
    expect(asked.filter((path) => path.endsWith("/oauth2/token"))).toHaveLength(2);
    world.beforeCall = () => {};
    await world.connect();
    expect(await everyRow()).toEqual(before);
  });
});

describe("what is strange is stored as far as it is certain, and takes nothing away", () => {
  let invoice: Invoice;
  beforeAll(async () => {
    await begin(0);
    invoice = unpaid();
    const paid = world.simulator.pay(invoice.id, { amount: "all", tipCents: 1234 });
    if (paid.ok) world.simulator.refund(paid.payment.id, 100);
    await world.hear();
    before = await everyRow();
  });
  afterAll(() => world.close());

  /** The columns in which the invoice differs from before; no other row may. */
  async function differingColumns(): Promise<string[]> {
    const rows = await everyRow();
    expect(rows).toHaveLength(before.length);
    return rows.flatMap((row, index) => {
      const old = before[index] ?? {};
      const names = Object.keys(row).filter(
        (name) => JSON.stringify(row[name]) !== JSON.stringify(old[name]),
      );
      if (names.length > 0) expect(row.square_invoice_id).toBe(invoice.id);
      return names.filter((name) => name !== "updated_at");
    });
  }

  test.each<[string, Fault, string[]]>([
    ["an unknown request type", { kind: "unknown-request-type" }, ["payment_schedule"]],
    ["13 requests", { kind: "thirteen-requests" }, ["payment_schedule"]],
    [
      "an unknown status",
      { kind: "unknown-status", status: "ON_HOLD" },
      ["paid_date", "square_status", "status", "total_paid_amount"],
    ],
    ["a missing order", { kind: "missing-order", operation: "BatchRetrieveOrders" }, []],
    ["missing optional fields", { kind: "missing-fields" }, []],
    ["amounts of 0", { kind: "zero-amount" }, []],
  ])("%s", async (_, fault, columns) => {
    const only = fault.kind === "missing-order" ? invoice.order_id : invoice.id;
    const answer = await syncUnder({ ...fault, only, times: null });
    expect(answer).toMatchObject({ success: true, report: { refused: [] } });
    expect((await differingColumns()).sort()).toEqual(columns);
    await world.sync();
    expect(await differingColumns()).toEqual([]);
  });

  test("an unknown status is in the log, too", () => {
    expect(world.logged()).toContain("unknown invoice status counts as pending");
  });

  test("another currency is refused alone", async () => {
    const answer = await syncUnder({
      kind: "other-currency",
      currency: "JPY",
      only: invoice.id,
      times: null,
    });
    const refused = [{ invoice: invoice.invoice_number, reason: "is in JPY, not in US dollars" }];
    expect(answer).toMatchObject({ success: true, report: { refused } });
    expect(await differingColumns()).toEqual([]);
  });

  test("an invoice that changes after its page was read is true when its notification has come", async () => {
    const other = unpaid();
    world.beforeCall = ({ searchParams }) => {
      if (!searchParams.has("cursor")) return;
      world.beforeCall = () => {};
      world.simulator.pay(other.id, { amount: "all" });
    };
    expect((await world.sync()).body).toMatchObject({ success: true });
    await world.hear();
    expect(await stored(other.id)).toMatchObject({ status: "paid", square_version: String(other.version) });
  });
});

describe("notifications do their work once, whatever happens to them on the way", () => {
  beforeAll(() => begin(0));
  afterAll(() => world.close());

  const MINUTE_MS = 60_000;
  type Outcome = { type: string; outcome: string };
  const outcomes = async (since: Date): Promise<Outcome[]> => {
    const { rows } = await world.pool.query<Outcome>(
      "select type, outcome from private.webhook_events where received_at >= $1",
      [since],
    );
    return rows;
  };
  /** Time moves on, so that a test sees only its own events. */
  const laterOn = async () => {
    world.clock.now = new Date(world.clock.now.getTime() + MINUTE_MS);
    await world.simulator.advanceClock(0);
    return world.clock.now;
  };

  test.each([
    "duplicate",
    "lost-answer",
    "bad-signature",
    "wrong-url",
    "re-indented",
  ] as const)("%s", async (twist) => {
    const isRefused = twist !== "duplicate" && twist !== "lost-answer";
    const began = await laterOn();
    const invoice = unpaid();
    world.simulator.webhookFault({ twist, times: 4 });
    world.simulator.pay(invoice.id, { amount: "all" });
    await world.hear();
    world.simulator.clearFaults();
    expect(await outcomes(began)).toHaveLength(isRefused ? 0 : 4);
    await laterOn();
    await world.hear();
    expect(await stored(invoice.id)).toMatchObject({ status: "paid" });
    const done = await outcomes(began);
    expect(done).toHaveLength(4);
    expect(done.filter(({ outcome }) => outcome === "applied")).toHaveLength(1);
  });

  test("out of order, and later than a newer synchronization", async () => {
    const began = await laterOn();
    const invoice = unpaid();
    world.simulator.webhookFault({ twist: "hold", times: 100 });
    world.simulator.pay(invoice.id, { amount: 100 });
    world.simulator.pay(invoice.id, { amount: "all" });
    await world.simulator.settled();
    world.simulator.clearFaults();
    expect((await world.sync()).body).toMatchObject({ success: true, changed: 1 });
    const row = await stored(invoice.id);
    expect(row).toMatchObject({ status: "paid" });
    await world.simulator.release("reversed");
    await world.work();
    expect(await stored(invoice.id)).toEqual(row);
    const aboutInvoice = (await outcomes(began)).filter(({ type }) => type.startsWith("invoice."));
    expect(new Set(aboutInvoice.map(({ outcome }) => outcome))).toEqual(new Set(["unchanged"]));
  });

  test("of an unknown type, of another merchant, of a deleted draft, and a hundred at once", async () => {
    const began = await laterOn();
    const rows = await everyRow();
    const draft = Object.values(world.simulator.state().invoices).find(({ status }) => status === "DRAFT");
    const data = { type: "invoice", id: draft?.id ?? "" };
    world.simulator.emit({ type: "brand.new_thing", data });
    world.simulator.emit({ type: "invoice.updated", merchantId: "ANOTHER", data });
    world.simulator.emit({ type: "invoice.deleted", data: { ...data, deleted: true } });
    world.simulator.emit({ type: "invoice.updated", data }, 100);
    await world.hear();
    const done = await outcomes(began);
    expect(done).toHaveLength(103);
    expect(done.filter(({ outcome }) => !outcome?.startsWith("ignored: "))).toEqual([]);
    expect(world.simulator.deliveries().every(({ status }) => status === "delivered")).toBe(true);
    expect(await everyRow()).toEqual(rows);
  });
});

/** An invoice nobody has paid anything of. */
function unpaid(): Invoice {
  const { invoices, merchant } = world.simulator.state();
  const found = Object.values(invoices).find(
    ({ status, location_id }) => status === "UNPAID" && location_id === merchant.main_location_id,
  );
  if (!found) throw new Error("the seller has no unpaid invoice left");
  return found;
}

async function stored(id: string): Promise<Row | undefined> {
  return (await everyRow()).find((row) => row.square_invoice_id === id);
}
