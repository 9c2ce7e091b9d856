import { createHmac, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { aClient, type TestClient } from "#tests/support/a-client.ts";
import { aPaymentWorld, ORIGIN, type PaymentWorld } from "#tests/support/payment-world.ts";

const customer = { givenName: "Ada", familyName: "M", companyName: "Ada Health", email: "ada@example.com" };
const other = { givenName: "Bo", familyName: "L", companyName: "Bell Capital", email: "bo@example.com" };
const SIGNATURE_KEY = "signature-key-of-the-tests";
const PATH = "/api/square/webhook";

let world: PaymentWorld;
let client: TestClient;
beforeEach(async () => {
  world = await aPaymentWorld({
    simulator: { seed: { invoiceCount: 60 }, demoCustomers: [customer, other] },
  });
  client = await aClient(world, { company: customer.companyName, email: customer.email });
  await world.connect();
});

const unpaid = () => {
  const found = Object.values(world.simulator.state().invoices).find(
    (invoice) =>
      invoice.status === "UNPAID" &&
      invoice.primary_recipient.email_address === customer.email &&
      invoice.payment_requests.length === 1,
  );
  if (!found) throw new Error("the seed has no unpaid invoice");
  return found;
};
const stored = async (id: string) =>
  (await world.pool.query("select * from public.invoices where square_invoice_id = $1", [id])).rows[0];
const events = async () =>
  (
    await world.pool.query(
      "select type, outcome, attempts, processed_at from private.webhook_events order by received_at, event_id",
    )
  ).rows;
const paymentOf = (invoice: { order_id: string }) => {
  const payment = Object.values(world.simulator.state().payments).find(
    (each) => each.order_id === invoice.order_id,
  );
  if (!payment) throw new Error("nothing was paid");
  return payment.id;
};

function sign(body: string, key = SIGNATURE_KEY, url = `${ORIGIN}${PATH}`): string {
  return createHmac("sha256", key).update(url).update(body).digest("base64");
}
function post(body: string, signature?: string) {
  return world.ask(PATH, {
    method: "POST",
    body,
    headers: signature === undefined ? {} : { "x-square-hmacsha256-signature": signature },
  });
}
const anEvent = (fields: object = {}) =>
  JSON.stringify({
    merchant_id: world.simulator.state().merchant.id,
    type: "payout.sent",
    event_id: "event-1",
    created_at: "2026-11-21T17:00:00Z",
    data: { type: "payout", id: "po_1" },
    ...fields,
  });

describe("a notification", () => {
  test("without the right signature is refused and leaves nothing", async () => {
    const body = anEvent();
    const wrong = [
      undefined,
      "",
      "AAAA",
      sign(body, "another key"),
      sign(body, SIGNATURE_KEY, "https://elsewhere.example/api/square/webhook"),
      sign(`${body} `),
      sign(body).slice(0, -1),
      `${sign(body)}=`,
    ];
    for (const signature of wrong) {
      const answer = await post(body, signature);
      expect([signature, answer.status]).toEqual([signature, 403]);
      expect(await answer.json()).toEqual({
        success: false,
        error: "This request is not allowed.",
        code: "not_authorized",
      });
    }
    const pretty = JSON.stringify(JSON.parse(body), null, 2);
    expect((await post(pretty, sign(body))).status).toBe(403);
    expect(await events()).toEqual([]);
  });

  test("is stored once, however often it comes, with its job", async () => {
    const body = anEvent();
    for (let time = 0; time < 3; time += 1) expect((await post(body, sign(body))).status).toBe(200);
    const { rows } = await world.pool.query("select count(*)::int as jobs from graphile_worker.jobs");
    expect(rows[0].jobs).toBe(1);
    await world.work();
    expect(await events()).toEqual([
      expect.objectContaining({ outcome: "ignored: this type changes nothing here", attempts: 1 }),
    ]);
  });

  test("that is signed and still nonsense is a bad request, not a failure", async () => {
    for (const body of ["", "[]", "null", "{", '{"event_id":7}', anEvent({ event_id: "" })])
      expect([body, (await post(body, sign(body))).status]).toEqual([body, 400]);
    const withNul = anEvent({ data: { type: "x", id: "\u0000\ud800" } });
    expect((await post(withNul, sign(withNul))).status).toBe(200);
  });

  test("larger than a megabyte is not read", async () => {
    const body = anEvent({ padding: "x".repeat(1024 * 1024) });
    expect((await post(body, sign(body))).status).toBe(413);
  });

  test("signed with the previous key counts while keys are being changed", async () => {
    const rotating = await aPaymentWorld({ env: { SQUARE_WEBHOOK_SIGNATURE_KEY_PREVIOUS: "the old key" } });
    const body = anEvent();
    const answers = [SIGNATURE_KEY, "the old key", "a third key"].map(async (key) => {
      const headers = { "x-square-hmacsha256-signature": sign(body, key) };
      return (await rotating.ask(PATH, { method: "POST", body, headers })).status;
    });
    expect(await Promise.all(answers)).toEqual([200, 200, 403]);
  });
});

describe("an invoice", () => {
  test("paid at Square is paid in the portal, with the day it was paid", async () => {
    await world.sync();
    const invoice = unpaid();
    expect((await stored(invoice.id)).status).toMatch(/pending|overdue/);
    world.simulator.pay(invoice.id, { amount: "all", tipCents: 1234 });
    await world.hear();
    const row = await stored(invoice.id);
    expect(row).toMatchObject({
      client_id: client.id,
      status: "paid",
      square_status: "PAID",
      tip_amount: "12.34",
      paid_date_is_estimate: false,
      next_payment_amount: null,
    });
    expect(row.total_paid_amount).toBe(row.amount);
    expect((await events()).map(({ outcome }) => outcome)).toContain("applied");
  });

  test("whose order tells no day is paid on the day of the event, where the seller is", async () => {
    await world.sync();
    const invoice = unpaid();
    world.clock.now = new Date("2026-11-22T03:30:00Z");
    world.simulator.pay(invoice.id, { amount: "all" });
    world.simulator.change(({ state }) => {
      const order = state.orders[invoice.order_id];
      delete order?.tenders;
      delete order?.closed_at;
    });
    await world.hear();
    const { rows } = await world.pool.query(
      `select status, paid_date::text, paid_date_is_estimate from public.invoices where square_invoice_id = $1`,
      [invoice.id],
    );
    expect(rows).toEqual([{ status: "paid", paid_date: "2026-11-21", paid_date_is_estimate: false }]);
  });

  test("is stored by the event even when no sync has brought it yet", async () => {
    const invoice = unpaid();
    world.simulator.pay(invoice.id, { amount: "all" });
    await world.hear();
    expect(await stored(invoice.id)).toMatchObject({ client_id: client.id, status: "paid" });
  });

  test("given back is cancelled, and counts as paid no more", async () => {
    const invoice = unpaid();
    world.simulator.pay(invoice.id, { amount: "all" });
    world.simulator.refund(paymentOf(invoice));
    await world.hear();
    expect(await stored(invoice.id)).toMatchObject({
      status: "cancelled",
      square_status: "REFUNDED",
      total_paid_amount: "0.00",
    });
  });

  test("never goes back to what it was, in whatever order its events come", async () => {
    const invoice = unpaid();
    world.simulator.webhookFault({ twist: "hold", times: 100 });
    world.simulator.pay(invoice.id, { amount: 100 });
    world.simulator.pay(invoice.id, { amount: "all" });
    await world.simulator.settled();
    world.simulator.clearFaults();
    await world.simulator.release("reversed");
    for (let count = 0; count < 12; count += 1) await world.work();
    expect(await stored(invoice.id)).toMatchObject({
      status: "paid",
      square_version: String(invoice.version),
    });

    // An answer read before the newest change, written after it.
    await world.pool.query(
      "update public.invoices set square_version = square_version + 1, description = 'newer' where square_invoice_id = $1",
      [invoice.id],
    );
    expect((await world.sync()).body).toMatchObject({ success: true });
    expect(await stored(invoice.id)).toMatchObject({ description: "newer" });
  });

  test("whose charge failed stays so however often it is read, until something is paid", async () => {
    const invoice = unpaid();
    const failedAt = async () => (await stored(invoice.id)).square_charge_failed_at;
    world.simulator.chargeFailed(invoice.id);
    await world.hear();
    const failed = await failedAt();
    expect(failed).toBeInstanceOf(Date);
    world.simulator.change(() => {
      invoice.version += 1;
    });
    await world.sync();
    expect(await stored(invoice.id)).toMatchObject({ square_version: String(invoice.version) });
    expect(await failedAt()).toEqual(failed);
    world.simulator.pay(invoice.id, { amount: 1 });
    await world.hear();
    expect(await failedAt()).toBeNull();
  });

  test("is applied once although Square's first attempt was answered and not heard", async () => {
    const invoice = unpaid();
    world.simulator.webhookFault({ twist: "lost-answer", times: 10 });
    world.simulator.pay(invoice.id, { amount: "all" });
    await world.hear();
    world.simulator.clearFaults();
    await world.simulator.advanceClock(60_000);
    await world.hear();
    const applied = (await events()).filter(({ outcome }) => outcome === "applied");
    expect(applied).toHaveLength(1);
    expect((await events()).every(({ attempts }) => attempts === 1)).toBe(true);
  });

  test("waits while Square is away, and is applied when it is back", async () => {
    const invoice = unpaid();
    world.simulator.fault({ kind: "server-error", status: 503, operation: "GetInvoice", times: 100 });
    world.simulator.pay(invoice.id, { amount: "all" });
    await world.hear();
    expect(await stored(invoice.id)).toBeUndefined();
    const failed = (await events()).filter(({ type }) => type.startsWith("invoice."));
    expect(failed.length).toBeGreaterThan(0);
    for (const event of failed)
      expect(event).toMatchObject({
        outcome: "failed: Square is not reachable at the moment.",
        processed_at: null,
      });
    world.simulator.clearFaults();
    await world.pool.query("update graphile_worker._private_jobs set run_at = now() - interval '1 second'");
    await world.work();
    expect(await stored(invoice.id)).toMatchObject({ status: "paid" });
  });
});

describe("an event", () => {
  const outcomeOf = async (fields: object) => {
    const id = randomUUID();
    const body = anEvent({ event_id: id, ...fields });
    expect((await post(body, sign(body))).status).toBe(200);
    await world.work();
    const { rows } = await world.pool.query(
      "select outcome from private.webhook_events where event_id = $1",
      [id],
    );
    return rows[0]?.outcome;
  };

  test("of another merchant, of an unknown type, about a deleted draft: kept and ignored", async () => {
    const invoice = unpaid();
    const data = { type: "invoice", id: invoice.id };
    expect(await outcomeOf({ merchant_id: "ANOTHER", type: "invoice.updated", data })).toBe(
      "ignored: another merchant",
    );
    expect(await stored(invoice.id)).toBeUndefined();
    expect(await outcomeOf({ type: "brand.new_thing" })).toBe("ignored: this type changes nothing here");
    expect(await outcomeOf({ type: "invoice.deleted", data: { ...data, deleted: true } })).toBe(
      "ignored: drafts are not stored",
    );
    expect(await outcomeOf({ type: "invoice.updated", data: { type: "invoice", id: "inv:0-unknown" } })).toBe(
      "ignored: no such invoice",
    );
  });

  test("of a merge moves invoices and client to the customer that lives on", async () => {
    await world.sync();
    const { customers } = world.simulator.state();
    const [first, second] = Object.values(customers).filter((each) =>
      [customer.email, other.email].includes(each.email_address ?? ""),
    );
    if (!first || !second) throw new Error("the seed has no two customers");
    await world.pool.query("update public.clients set square_customer_id = $2 where id = $1", [
      client.id,
      first.id,
    ]);
    const merged = world.simulator.merge([first.id, second.id]);
    await world.hear();
    const { rows } = await world.pool.query("select square_customer_id from public.clients where id = $1", [
      client.id,
    ]);
    expect(rows[0].square_customer_id).toBe(merged.id);
    const left = await world.pool.query("select from public.invoices where square_customer_id = any($1)", [
      [first.id, second.id].filter((id) => id !== merged.id),
    ]);
    expect(left.rows).toEqual([]);
  });

  test.each([
    "late",
    "never",
  ] as const)("of a merge that comes %s: its invoices find the client", async (comes) => {
    await world.sync();
    const { customers } = world.simulator.state();
    const own = Object.values(customers).find((each) => each.email_address === customer.email);
    const { rows: strangers } = await world.pool.query(
      "select square_customer_id as id from public.invoices where client_id is null and square_customer_id is not null",
    );
    await world.pool.query("update public.clients set square_customer_id = $2 where id = $1", [
      client.id,
      own?.id,
    ]);
    for (const eventType of ["customer.created", "customer.deleted"])
      world.simulator.webhookFault({ twist: "hold", eventType, times: 100 });
    const merged = world.simulator.merge([strangers[0]?.id, own?.id ?? ""]);
    await world.hear();
    const owners = async () =>
      (
        await world.pool.query(
          "select distinct client_id from public.invoices where square_customer_id = $1",
          [merged.id],
        )
      ).rows;
    expect(await owners()).toContainEqual({ client_id: null });
    world.simulator.clearFaults();
    if (comes === "late") await world.simulator.release();
    await world.work();
    if (comes === "never") await world.sync();
    expect(await owners()).toEqual([{ client_id: client.id }]);
  });

  test("of the revocation an administrator has just asked for is no alarm", async () => {
    // Square is told while the connection's row is held, and answers by an event before the row is let go.
    const disconnecting = await world.pool.connect();
    try {
      await disconnecting.query("begin");
      await disconnecting.query(
        "update private.provider_connections set revoked_at = now() where revoked_at is null",
      );
      world.simulator.disconnect();
      const heard = world.hear();
      const waiting =
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(async () => (await world.pool.query(waiting)).rowCount).toBeGreaterThan(0);
      await disconnecting.query("commit");
      await heard;
    } finally {
      disconnecting.release();
    }
    expect(await events()).toMatchObject([
      { type: "oauth.authorization.revoked", outcome: "ignored: not connected" },
    ]);
    const alarms = await world.pool.query("select from private.mail_outbox where kind = 'square-alarm'");
    expect(alarms.rowCount).toBe(0);
  });

  test("of a revocation wipes the tokens; one from before the connection does not", async () => {
    const revocation = (revoked_at: string) => ({
      type: "oauth.authorization.revoked",
      data: { type: "revocation", id: "r", object: { revocation: { revoked_at, revoker_type: "MERCHANT" } } },
    });
    expect(await outcomeOf(revocation("2026-11-21T16:59:59Z"))).toBe("ignored: older than the connection");
    expect((await world.payments.status()).connected).toBe(true);
    world.simulator.disconnect();
    await world.hear();
    expect(await world.payments.status()).toMatchObject({
      connected: false,
      last_error: "The connection to Square was revoked. Please reconnect.",
    });
    const { rows } = await world.pool.query(
      "select from private.provider_connections where access_token_sealed is not null",
    );
    expect(rows).toEqual([]);
    expect(await outcomeOf({ type: "invoice.updated", data: { id: unpaid().id } })).toBe(
      "ignored: not connected",
    );
  });
});

describe("a subscription", () => {
  const tierFor = async (variation: string, name: string) =>
    world.pool.query(
      "insert into public.subscription_tiers (tier_name, monthly_price, square_plan_variation_id) values ($1, 10, $2)",
      [name, variation],
    );
  const subscriptions = async () =>
    (
      await world.pool.query(
        "select status, current_period_end, square_subscription_id from public.client_subscriptions",
      )
    ).rows;
  const own = () => {
    const found = Object.values(world.simulator.state().subscriptions).find(
      (each) => world.simulator.state().customers[each.customer_id]?.email_address === customer.email,
    );
    if (!found) throw new Error("the seed has no subscription of the client");
    return found;
  };

  test("comes with the sync, is past due while its newest invoice is late, and ends", async () => {
    const subscription = own();
    await tierFor(subscription.plan_variation_id, "Essential");
    expect((await world.sync()).body).toMatchObject({ success: true, report: { subscriptions: { new: 1 } } });
    expect(await subscriptions()).toMatchObject([
      { status: "active", square_subscription_id: subscription.id },
    ]);
    expect((await world.sync()).body).toMatchObject({ report: { subscriptions: { new: 0, changed: 0 } } });

    const late = "update public.invoices set status = $2 where square_subscription_id = $1";
    await world.pool.query(late, [subscription.id, "overdue"]);
    const update = async (id: string) => {
      const body = anEvent({ event_id: id, type: "subscription.updated", data: { id: subscription.id } });
      await post(body, sign(body));
      await world.work();
      return (await subscriptions())[0]?.status;
    };
    expect(await update("one")).toBe("past_due");
    await world.pool.query(late, [subscription.id, "paid"]);
    await world.payments.recomputeOverdue();
    expect((await subscriptions())[0]?.status).toBe("active");
    world.simulator.change(({ state }) => {
      const ended = state.subscriptions[subscription.id];
      if (ended) ended.status = "CANCELED";
    });
    expect(await update("two")).toBe("cancelled");
    const { rows } = await world.pool.query(
      "select status from public.subscription_history order by since, id",
    );
    expect(rows.map(({ status }) => status)).toEqual(["active", "past_due", "active", "cancelled"]);
  });

  test("read before a change is not stored over it", async () => {
    const subscription = own();
    await tierFor(subscription.plan_variation_id, "Essential");
    await world.sync();
    const cancelled = "update public.client_subscriptions set status = 'cancelled', square_version = $1";
    await world.pool.query(cancelled, [subscription.version + 1]);
    expect((await world.sync()).body).toMatchObject({ report: { subscriptions: { changed: 0 } } });
    expect((await subscriptions())[0]?.status).toBe("cancelled");
    await world.pool.query(cancelled, [subscription.version]);
    await world.sync();
    expect((await subscriptions())[0]?.status).toBe("active");
  });

  test("is past due from a failed charge until the next payment, however late the notice comes", async () => {
    const subscription = own();
    await tierFor(subscription.plan_variation_id, "Essential");
    const invoice = unpaid();
    world.simulator.change(({ state }) => {
      const billed = state.invoices[invoice.id];
      const [request] = billed?.payment_requests ?? [];
      if (!billed || !request) throw new Error("the invoice is gone");
      billed.subscription_id = subscription.id;
      billed.created_at = "2026-11-21T00:00:00Z";
      request.due_date = "2026-12-31";
      state.subscriptions[subscription.id]?.invoice_ids?.unshift(invoice.id);
    });
    await world.sync();
    expect((await subscriptions())[0]?.status).toBe("active");
    world.simulator.chargeFailed(invoice.id);
    await world.hear();
    expect((await subscriptions())[0]?.status).toBe("past_due");
    // It stays so through a sync, which knows nothing of the charge.
    await world.sync();
    expect((await subscriptions())[0]?.status).toBe("past_due");
    world.simulator.pay(invoice.id, { amount: "all" });
    await world.hear();
    expect(await stored(invoice.id)).toMatchObject({ status: "paid", square_charge_failed_at: null });
    expect((await subscriptions())[0]?.status).toBe("active");
    const again = anEvent({
      event_id: "late-notice",
      type: "invoice.scheduled_charge_failed",
      data: { type: "invoice", id: invoice.id },
    });
    await post(again, sign(again));
    await world.work();
    expect((await subscriptions())[0]?.status).toBe("active");
  });

  test("tells its first and last day, its price where it is another, and stays its client's", async () => {
    const subscription = own();
    await tierFor(subscription.plan_variation_id, "Essential");
    world.simulator.change(({ state }) => {
      const changed = state.subscriptions[subscription.id];
      if (!changed) throw new Error("the subscription is gone");
      changed.canceled_date = "2027-01-31";
      changed.price_override_money = { amount: 9_950, currency: "USD" };
    });
    await world.sync();
    const columns = "client_id, square_status, starts_on::text, ends_on::text, billed_price, status";
    const row = async () =>
      (await world.pool.query(`select ${columns} from public.client_subscriptions`)).rows[0];
    expect(await row()).toEqual({
      client_id: client.id,
      square_status: "ACTIVE",
      starts_on: subscription.start_date,
      ends_on: "2027-01-31",
      billed_price: "99.50",
      status: "active",
    });
    // The buyer's address is nobody's now: the subscription goes on being followed.
    world.simulator.change(({ state }) => {
      const buyer = state.customers[subscription.customer_id];
      if (buyer) buyer.email_address = "nobody@example.com";
      const changed = state.subscriptions[subscription.id];
      if (changed) changed.status = "PAUSED";
    });
    await world.pool.query("update public.clients set square_customer_id = null");
    await world.sync();
    expect(await row()).toMatchObject({ client_id: client.id, status: "paused", square_status: "PAUSED" });
  });
});

test("an invoice is dated by its publication, which only the event tells", async () => {
  const draft = Object.values(world.simulator.state().invoices).find(({ status }) => status === "DRAFT");
  if (!draft) throw new Error("the seed has no draft");
  world.simulator.change(({ state }) => {
    const older = state.invoices[draft.id];
    if (older) older.created_at = "2026-10-01T12:00:00Z";
  });
  // Still the day before where the seller is.
  world.clock.now = new Date("2026-11-22T03:30:00Z");
  world.simulator.publish(draft.id);
  await world.hear();
  const day = async () => {
    const { rows } = await world.pool.query(
      "select issued_date::text as day, issued_date_is_estimate as guessed from public.invoices where square_invoice_id = $1",
      [draft.id],
    );
    return rows[0];
  };
  expect(await day()).toEqual({ day: "2026-11-21", guessed: false });
  expect((await world.sync()).body).toMatchObject({ success: true });
  expect(await day()).toEqual({ day: "2026-11-21", guessed: false });
});
