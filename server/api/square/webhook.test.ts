import { createHmac, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { getConnectionStatus } from "#server/payments/connection/connection-status.ts";
import { recomputeOverdue } from "#server/payments/sync/recompute-overdue.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";
import {
  createSquareEnvironment,
  ORIGIN,
  type SquareEnvironment,
} from "#tests/support/square/square-environment.ts";

const CUSTOMER = { givenName: "Ada", familyName: "M", companyName: "Ada Health", email: "ada@example.com" };
const OTHER_CUSTOMER = {
  givenName: "Bo",
  familyName: "L",
  companyName: "Bell Capital",
  email: "bo@example.com",
};
const SIGNATURE_KEY = "signature-key-of-the-tests";
const PATH = "/api/square/webhook";

let fixture: SquareEnvironment;
let client: TestClient;
beforeEach(async () => {
  fixture = await createSquareEnvironment({
    simulator: { seed: { invoiceCount: 60 }, demoCustomers: [CUSTOMER, OTHER_CUSTOMER] },
  });
  client = await createTestClient(fixture, { company: CUSTOMER.companyName, email: CUSTOMER.email });
  await fixture.connect();
});

const findUnpaidInvoice = () => {
  const found = Object.values(fixture.simulator.state().invoices).find(
    (invoice) =>
      invoice.status === "UNPAID" &&
      invoice.primary_recipient.email_address === CUSTOMER.email &&
      invoice.payment_requests.length === 1,
  );
  if (!found) {
    throw new Error("the seed has no unpaid invoice");
  }
  return found;
};
const readInvoice = async (id: string) =>
  (await fixture.pool.query("select * from public.invoices where square_invoice_id = $1", [id])).rows[0];
const readEvents = async () =>
  (
    await fixture.pool.query(
      "select type, outcome, attempts, processed_at from private.webhook_events order by received_at, event_id",
    )
  ).rows;
const findPaymentId = (invoice: { order_id: string }) => {
  const payment = Object.values(fixture.simulator.state().payments).find(
    (each) => each.order_id === invoice.order_id,
  );
  if (!payment) {
    throw new Error("nothing was paid");
  }
  return payment.id;
};

function signBody(body: string, key = SIGNATURE_KEY, url = `${ORIGIN}${PATH}`): string {
  return createHmac("sha256", key).update(url).update(body).digest("base64");
}
function postWebhook(body: string, signature?: string) {
  return fixture.request(PATH, {
    method: "POST",
    body,
    headers: signature === undefined ? {} : { "x-square-hmacsha256-signature": signature },
  });
}
const buildEvent = (fields: object = {}) =>
  JSON.stringify({
    merchant_id: fixture.simulator.state().merchant.id,
    type: "payout.sent",
    event_id: "event-1",
    created_at: "2026-11-21T17:00:00Z",
    data: { type: "payout", id: "po_1" },
    ...fields,
  });

describe("a notification", () => {
  test("is rejected without a valid signature and stores nothing", async () => {
    const body = buildEvent();
    const invalidSignatures = [
      undefined,
      "",
      "AAAA",
      signBody(body, "another key"),
      signBody(body, SIGNATURE_KEY, "https://other.example/api/square/webhook"),
      signBody(`${body} `),
      signBody(body).slice(0, -1),
      `${signBody(body)}=`,
    ];
    for (const signature of invalidSignatures) {
      const response = await postWebhook(body, signature);
      expect([signature, response.status]).toEqual([signature, 403]);
      expect(await response.json()).toEqual({
        success: false,
        error: "This request is not allowed.",
        code: "not_authorized",
      });
    }
    const reformattedBody = JSON.stringify(JSON.parse(body), null, 2);
    expect((await postWebhook(reformattedBody, signBody(body))).status).toBe(403);
    expect(await readEvents()).toEqual([]);
  });

  test("is stored once with its job, even if it is sent repeatedly", async () => {
    const body = buildEvent();
    for (let time = 0; time < 3; time += 1) {
      expect((await postWebhook(body, signBody(body))).status).toBe(200);
    }
    const { rows } = await fixture.pool.query("select count(*)::int as jobs from graphile_worker.jobs");
    expect(rows[0].jobs).toBe(1);
    await fixture.runJobs();
    expect(await readEvents()).toEqual([
      expect.objectContaining({ outcome: "ignored: No action needed", attempts: 1 }),
    ]);
  });

  test.each([100, 100_000])("returns 400 if it is signed but nested %d levels deep", async (depth) => {
    const nested = "[".repeat(depth) + "]".repeat(depth);
    const body = buildEvent().replace(/\}$/, `,"deep":${nested}}`);
    expect((await postWebhook(body, signBody(body))).status).toBe(400);
  });

  test("returns 400 if it is signed but malformed", async () => {
    for (const body of ["", "[]", "null", "{", '{"event_id":7}', buildEvent({ event_id: "" })]) {
      expect([body, (await postWebhook(body, signBody(body))).status]).toEqual([body, 400]);
    }
    const bodyWithNul = buildEvent({ data: { type: "x", id: "\u0000\ud800" } });
    expect((await postWebhook(bodyWithNul, signBody(bodyWithNul))).status).toBe(200);
  });

  test("is rejected above 1 MB", async () => {
    const body = buildEvent({ padding: "x".repeat(1024 * 1024) });
    expect((await postWebhook(body, signBody(body))).status).toBe(413);
  });

  test("is accepted with the previous key during key rotation", async () => {
    const rotatingFixture = await createSquareEnvironment({
      env: { SQUARE_WEBHOOK_SIGNATURE_KEY_PREVIOUS: "the old key" },
    });
    const body = buildEvent();
    const statuses = [SIGNATURE_KEY, "the old key", "a third key"].map(async (key) => {
      const headers = { "x-square-hmacsha256-signature": signBody(body, key) };
      return (await rotatingFixture.request(PATH, { method: "POST", body, headers })).status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200, 403]);
  });
});

describe("an invoice", () => {
  test("keeps its line items when it is canceled after a partial payment", async () => {
    await fixture.sync();
    const readLines = async (id: string) =>
      (
        await fixture.pool.query(
          `select status, line_items, description, discount_amount, tax_amount, total_paid_amount
             from public.invoices where square_invoice_id = $1`,
          [id],
        )
      ).rows[0];
    const { id } =
      Object.values(fixture.simulator.state().invoices).find(
        ({ status, order_id }) =>
          status === "PARTIALLY_PAID" &&
          (fixture.simulator.state().orders[order_id]?.total_discount_money.amount ?? 0) > 0,
      ) ?? {};
    const before = await readLines(id ?? "");
    expect(before.line_items.length).toBeGreaterThan(0);
    expect(Number(before.discount_amount)).toBeGreaterThan(0);
    fixture.simulator.cancel(id ?? "");
    await fixture.receiveWebhooks();
    expect(await readLines(id ?? "")).toEqual({ ...before, status: "cancelled" });
  });

  test("paid at Square is paid in the portal, with the payment date", async () => {
    await fixture.sync();
    const invoice = findUnpaidInvoice();
    expect((await readInvoice(invoice.id)).status).toMatch(/pending|overdue/);
    fixture.simulator.pay(invoice.id, { amount: "all", tipCents: 1234 });
    await fixture.receiveWebhooks();
    const row = await readInvoice(invoice.id);
    expect(row).toMatchObject({
      client_id: client.id,
      status: "paid",
      square_status: "PAID",
      tip_amount: "12.34",
      paid_date_is_estimate: false,
      next_payment_amount: null,
    });
    expect(row.total_paid_amount).toBe(row.amount);
    expect((await readEvents()).map(({ outcome }) => outcome)).toContain("applied");
  });

  test("without a payment date uses the event's date in the merchant's time zone", async () => {
    await fixture.sync();
    const invoice = findUnpaidInvoice();
    fixture.clock.now = new Date("2026-11-22T03:30:00Z");
    fixture.simulator.pay(invoice.id, { amount: "all" });
    fixture.simulator.change(({ state }) => {
      const order = state.orders[invoice.order_id];
      delete order?.tenders;
      delete order?.closed_at;
    });
    await fixture.receiveWebhooks();
    const { rows } = await fixture.pool.query(
      `select status, paid_date::text, paid_date_is_estimate from public.invoices where square_invoice_id = $1`,
      [invoice.id],
    );
    expect(rows).toEqual([{ status: "paid", paid_date: "2026-11-21", paid_date_is_estimate: false }]);
  });

  test("is stored when its event arrives before any sync", async () => {
    const invoice = findUnpaidInvoice();
    fixture.simulator.pay(invoice.id, { amount: "all" });
    await fixture.receiveWebhooks();
    expect(await readInvoice(invoice.id)).toMatchObject({ client_id: client.id, status: "paid" });
  });

  test("that is fully refunded is cancelled and no longer paid", async () => {
    const invoice = findUnpaidInvoice();
    fixture.simulator.pay(invoice.id, { amount: "all" });
    fixture.simulator.refund(findPaymentId(invoice));
    await fixture.receiveWebhooks();
    expect(await readInvoice(invoice.id)).toMatchObject({
      status: "cancelled",
      square_status: "REFUNDED",
      total_paid_amount: "0.00",
    });
  });

  test("is updated by events that are stored without personal data", async () => {
    const invoice = findUnpaidInvoice();
    fixture.simulator.pay(invoice.id, { amount: "all" });
    await fixture.receiveWebhooks();
    expect(await readInvoice(invoice.id)).toMatchObject({ status: "paid" });
    const { rows } = await fixture.pool.query(
      "select string_agg(body::text, ' ') as bodies from private.webhook_events",
    );
    expect(rows[0].bodies).toContain(invoice.id);
    expect(rows[0].bodies).not.toMatch(/@|given_name|recipient|card|amount/);
  });

  test("reflects a completed refund even without a new invoice version, and ignores a failed refund", async () => {
    const invoice = findUnpaidInvoice();
    fixture.simulator.pay(invoice.id, { amount: "all" });
    await fixture.receiveWebhooks();
    const { amount } = await readInvoice(invoice.id);
    const startRefund = () => {
      const outcome = fixture.simulator.refund(findPaymentId(invoice), 100, { isPending: true });
      if (!outcome.ok) {
        throw new Error(outcome.problem);
      }
      return outcome.refund.id;
    };
    const failingId = startRefund();
    await fixture.receiveWebhooks();
    expect(await readInvoice(invoice.id)).toMatchObject({
      square_status: "PARTIALLY_REFUNDED",
      total_paid_amount: amount,
    });
    fixture.simulator.failRefund(failingId);
    await fixture.receiveWebhooks();
    expect(await readInvoice(invoice.id)).toMatchObject({ square_status: "PAID", total_paid_amount: amount });
    const completingId = startRefund();
    await fixture.receiveWebhooks();
    const { version } = invoice;
    fixture.simulator.completeRefund(completingId);
    await fixture.receiveWebhooks();
    expect(invoice.version).toBe(version);
    expect(Number((await readInvoice(invoice.id)).total_paid_amount)).toBe(Number(amount) - 1);
  });

  test("never reverts to an earlier status, whatever the order of events", async () => {
    const invoice = findUnpaidInvoice();
    fixture.simulator.addWebhookFault({ fault: "hold", times: 100 });
    fixture.simulator.pay(invoice.id, { amount: 100 });
    fixture.simulator.pay(invoice.id, { amount: "all" });
    await fixture.simulator.settled();
    fixture.simulator.clearFaults();
    await fixture.simulator.releaseHeld("reversed");
    for (let count = 0; count < 12; count += 1) {
      await fixture.runJobs();
    }
    expect(await readInvoice(invoice.id)).toMatchObject({
      status: "paid",
      square_version: String(invoice.version),
    });

    // Simulate a response that was read before the newest change and is written after it.
    await fixture.pool.query(
      "update public.invoices set square_version = square_version + 1, description = 'newer' where square_invoice_id = $1",
      [invoice.id],
    );
    expect((await fixture.sync()).body).toMatchObject({ success: true });
    expect(await readInvoice(invoice.id)).toMatchObject({ description: "newer" });
  });

  test("keeps its failed charge until a payment is made", async () => {
    const invoice = findUnpaidInvoice();
    const readFailedAt = async () => (await readInvoice(invoice.id)).square_charge_failed_at;
    fixture.simulator.failCharge(invoice.id);
    await fixture.receiveWebhooks();
    const failedAt = await readFailedAt();
    expect(failedAt).toBeInstanceOf(Date);
    fixture.simulator.change(() => {
      invoice.version += 1;
    });
    await fixture.sync();
    expect(await readInvoice(invoice.id)).toMatchObject({ square_version: String(invoice.version) });
    expect(await readFailedAt()).toEqual(failedAt);
    fixture.simulator.pay(invoice.id, { amount: 1 });
    await fixture.receiveWebhooks();
    expect(await readFailedAt()).toBeNull();
  });

  test("is updated once when Square repeats an event because our response was lost", async () => {
    const invoice = findUnpaidInvoice();
    fixture.simulator.addWebhookFault({ fault: "lost-response", times: 10 });
    fixture.simulator.pay(invoice.id, { amount: "all" });
    await fixture.receiveWebhooks();
    fixture.simulator.clearFaults();
    await fixture.simulator.advanceClock(60_000);
    await fixture.receiveWebhooks();
    const applied = (await readEvents()).filter(({ outcome }) => outcome === "applied");
    expect(applied).toHaveLength(1);
    expect((await readEvents()).every(({ attempts }) => attempts === 1)).toBe(true);
  });

  test("is updated when Square is available again after an outage", async () => {
    const invoice = findUnpaidInvoice();
    fixture.simulator.addFault({ kind: "server-error", status: 503, operation: "GetInvoice", times: 100 });
    fixture.simulator.pay(invoice.id, { amount: "all" });
    await fixture.receiveWebhooks();
    expect(await readInvoice(invoice.id)).toBeUndefined();
    const failedEvents = (await readEvents()).filter(({ type }) => type.startsWith("invoice."));
    expect(failedEvents.length).toBeGreaterThan(0);
    for (const event of failedEvents) {
      expect(event).toMatchObject({
        outcome: "failed: We couldn't reach Square.",
        processed_at: null,
      });
    }
    fixture.simulator.clearFaults();
    await fixture.pool.query("update graphile_worker._private_jobs set run_at = now() - interval '1 second'");
    await fixture.runJobs();
    expect(await readInvoice(invoice.id)).toMatchObject({ status: "paid" });
  });
});

describe("an event", () => {
  const processEvent = async (fields: object) => {
    const id = randomUUID();
    const body = buildEvent({ event_id: id, ...fields });
    expect((await postWebhook(body, signBody(body))).status).toBe(200);
    await fixture.runJobs();
    const { rows } = await fixture.pool.query(
      "select outcome from private.webhook_events where event_id = $1",
      [id],
    );
    return rows[0]?.outcome;
  };

  test("moves the time of the data if it was applied, and not if it was ignored", async () => {
    const readTimes = async () => {
      const { rows } = await fixture.pool.query(
        "select last_synced_at, last_event_at from public.provider_status",
      );
      return rows[0];
    };
    await fixture.pool.query("insert into public.provider_status (provider) values ('square')");
    await processEvent({ type: "brand.new_thing" });
    expect(await readTimes()).toEqual({ last_synced_at: null, last_event_at: null });
    fixture.simulator.pay(findUnpaidInvoice().id, { amount: "all" });
    await fixture.receiveWebhooks();
    expect(await readTimes()).toEqual({ last_synced_at: null, last_event_at: fixture.clock.now });
  });

  test("is stored and ignored if it belongs to another merchant, has an unknown type or reports a deleted draft", async () => {
    const invoice = findUnpaidInvoice();
    const data = { type: "invoice", id: invoice.id };
    expect(await processEvent({ merchant_id: "ANOTHER", type: "invoice.updated", data })).toBe(
      "ignored: The event belongs to another merchant",
    );
    expect(await readInvoice(invoice.id)).toBeUndefined();
    expect(await processEvent({ type: "brand.new_thing" })).toBe("ignored: No action needed");
    expect(await processEvent({ type: "invoice.deleted", data: { ...data, deleted: true } })).toBe(
      "ignored: Drafts are skipped",
    );
    expect(
      await processEvent({ type: "invoice.updated", data: { type: "invoice", id: "inv:0-unknown" } }),
    ).toBe("ignored: The invoice does not exist");
  });

  test("about a customer merge moves the invoices and the client to the remaining customer", async () => {
    await fixture.sync();
    const { customers } = fixture.simulator.state();
    const [first, second] = Object.values(customers).filter((each) =>
      [CUSTOMER.email, OTHER_CUSTOMER.email].includes(each.email_address ?? ""),
    );
    if (!first || !second) {
      throw new Error("the seed has no two customers");
    }
    await fixture.pool.query("update public.clients set square_customer_id = $2 where id = $1", [
      client.id,
      first.id,
    ]);
    const merged = fixture.simulator.mergeCustomers([first.id, second.id]);
    await fixture.receiveWebhooks();
    const { rows } = await fixture.pool.query("select square_customer_id from public.clients where id = $1", [
      client.id,
    ]);
    expect(rows[0].square_customer_id).toBe(merged.id);
    const remainingInvoices = await fixture.pool.query(
      "select from public.invoices where square_customer_id = any($1)",
      [[first.id, second.id].filter((id) => id !== merged.id)],
    );
    expect(remainingInvoices.rows).toEqual([]);
  });

  test.each([
    "late",
    "never",
  ] as const)("about a merge that arrives %s still leads to assigned invoices", async (timing) => {
    await fixture.sync();
    const { customers } = fixture.simulator.state();
    const ownCustomer = Object.values(customers).find((each) => each.email_address === CUSTOMER.email);
    const { rows: unassigned } = await fixture.pool.query(
      "select square_customer_id as id from public.invoices where client_id is null and square_customer_id is not null",
    );
    await fixture.pool.query("update public.clients set square_customer_id = $2 where id = $1", [
      client.id,
      ownCustomer?.id,
    ]);
    for (const eventType of ["customer.created", "customer.deleted"]) {
      fixture.simulator.addWebhookFault({ fault: "hold", eventType, times: 100 });
    }
    const merged = fixture.simulator.mergeCustomers([unassigned[0]?.id, ownCustomer?.id ?? ""]);
    await fixture.receiveWebhooks();
    const listOwners = async () =>
      (
        await fixture.pool.query(
          "select distinct client_id from public.invoices where square_customer_id = $1",
          [merged.id],
        )
      ).rows;
    expect(await listOwners()).toContainEqual({ client_id: null });
    fixture.simulator.clearFaults();
    if (timing === "late") {
      await fixture.simulator.releaseHeld();
    }
    await fixture.runJobs();
    if (timing === "never") {
      await fixture.sync();
    }
    expect(await listOwners()).toEqual([{ client_id: client.id }]);
  });

  test("about a revocation requested by an administrator sends no alert", async () => {
    // Square sends the event before the transaction that requested the revocation commits.
    const disconnecting = await fixture.pool.connect();
    try {
      await disconnecting.query("begin");
      await disconnecting.query(
        "update private.provider_connections set revoked_at = now() where revoked_at is null",
      );
      fixture.simulator.disconnect();
      const delivery = fixture.receiveWebhooks();
      const blockedQueries =
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(async () => (await fixture.pool.query(blockedQueries)).rowCount).toBeGreaterThan(0);
      await disconnecting.query("commit");
      await delivery;
    } finally {
      disconnecting.release();
    }
    expect(await readEvents()).toMatchObject([
      { type: "oauth.authorization.revoked", outcome: "ignored: Square is not connected" },
    ]);
    const alertEmails = await fixture.pool.query(
      "select from private.email_outbox where kind = 'square-alarm'",
    );
    expect(alertEmails.rowCount).toBe(0);
  });

  test("about a revocation deletes the tokens, unless it predates the connection", async () => {
    const buildRevocation = (revoked_at: string) => ({
      type: "oauth.authorization.revoked",
      data: { type: "revocation", id: "r", object: { revocation: { revoked_at, revoker_type: "MERCHANT" } } },
    });
    expect(await processEvent(buildRevocation("2026-11-21T16:59:59Z"))).toBe(
      "ignored: The event is older than the connection",
    );
    expect((await getConnectionStatus(fixture.payments)).connected).toBe(true);
    await fixture.pool.query("insert into public.provider_status (provider) values ('square')");
    fixture.simulator.disconnect();
    await fixture.receiveWebhooks();
    const { rows: times } = await fixture.pool.query("select last_event_at from public.provider_status");
    expect(times).toEqual([{ last_event_at: null }]);
    expect(await getConnectionStatus(fixture.payments)).toMatchObject({
      connected: false,
      last_error: "The connection to Square was revoked. Please reconnect.",
    });
    const { rows } = await fixture.pool.query(
      "select from private.provider_connections where access_token_encrypted is not null",
    );
    expect(rows).toEqual([]);
    expect(await processEvent({ type: "invoice.updated", data: { id: findUnpaidInvoice().id } })).toBe(
      "ignored: Square is not connected",
    );
  });
});

describe("a subscription", () => {
  const createTier = async (variation: string, name: string) =>
    fixture.pool.query(
      "insert into public.subscription_tiers (tier_name, monthly_price, square_plan_variation_id) values ($1, 10, $2)",
      [name, variation],
    );
  const readSubscriptions = async () =>
    (
      await fixture.pool.query(
        "select status, current_period_end, square_subscription_id from public.client_subscriptions",
      )
    ).rows;
  const findOwnSubscription = () => {
    const found = Object.values(fixture.simulator.state().subscriptions).find(
      (each) => fixture.simulator.state().customers[each.customer_id]?.email_address === CUSTOMER.email,
    );
    if (!found) {
      throw new Error("the seed has no subscription of the client");
    }
    return found;
  };

  test("is imported by the sync, becomes past due with its newest invoice, and ends", async () => {
    const subscription = findOwnSubscription();
    await createTier(subscription.plan_variation_id, "Essential");
    expect((await fixture.sync()).body).toMatchObject({
      success: true,
      report: { subscriptions: { new: 1 } },
    });
    expect(await readSubscriptions()).toMatchObject([
      { status: "active", square_subscription_id: subscription.id },
    ]);
    expect((await fixture.sync()).body).toMatchObject({ report: { subscriptions: { new: 0, changed: 0 } } });

    const setInvoiceStatusQuery = "update public.invoices set status = $2 where square_subscription_id = $1";
    await fixture.pool.query(setInvoiceStatusQuery, [subscription.id, "overdue"]);
    const sendUpdate = async (id: string) => {
      const body = buildEvent({ event_id: id, type: "subscription.updated", data: { id: subscription.id } });
      await postWebhook(body, signBody(body));
      await fixture.runJobs();
      return (await readSubscriptions())[0]?.status;
    };
    expect(await sendUpdate("one")).toBe("past_due");
    await fixture.pool.query(setInvoiceStatusQuery, [subscription.id, "paid"]);
    await recomputeOverdue(fixture.payments);
    expect((await readSubscriptions())[0]?.status).toBe("active");
    fixture.simulator.change(({ state }) => {
      const endedSubscription = state.subscriptions[subscription.id];
      if (endedSubscription) {
        endedSubscription.status = "CANCELED";
      }
    });
    expect(await sendUpdate("two")).toBe("cancelled");
    const { rows } = await fixture.pool.query(
      "select status from public.subscription_history order by since, id",
    );
    expect(rows.map(({ status }) => status)).toEqual(["active", "past_due", "active", "cancelled"]);
  });

  test("is not overwritten with older data", async () => {
    const subscription = findOwnSubscription();
    await createTier(subscription.plan_variation_id, "Essential");
    await fixture.sync();
    const cancelQuery = "update public.client_subscriptions set status = 'cancelled', square_version = $1";
    await fixture.pool.query(cancelQuery, [subscription.version + 1]);
    expect((await fixture.sync()).body).toMatchObject({ report: { subscriptions: { changed: 0 } } });
    expect((await readSubscriptions())[0]?.status).toBe("cancelled");
    await fixture.pool.query(cancelQuery, [subscription.version]);
    await fixture.sync();
    expect((await readSubscriptions())[0]?.status).toBe("active");
  });

  test("is past due from a failed charge until the next payment, even if the event arrives late", async () => {
    const subscription = findOwnSubscription();
    await createTier(subscription.plan_variation_id, "Essential");
    const invoice = findUnpaidInvoice();
    fixture.simulator.change(({ state }) => {
      const billedInvoice = state.invoices[invoice.id];
      const [request] = billedInvoice?.payment_requests ?? [];
      if (!billedInvoice || !request) {
        throw new Error("the invoice is gone");
      }
      billedInvoice.subscription_id = subscription.id;
      billedInvoice.created_at = "2026-11-21T00:00:00Z";
      request.due_date = "2026-12-31";
      state.subscriptions[subscription.id]?.invoice_ids?.unshift(invoice.id);
    });
    await fixture.sync();
    expect((await readSubscriptions())[0]?.status).toBe("active");
    fixture.simulator.failCharge(invoice.id);
    await fixture.receiveWebhooks();
    expect((await readSubscriptions())[0]?.status).toBe("past_due");
    // A sync does not read charges, so it must keep the status.
    await fixture.sync();
    expect((await readSubscriptions())[0]?.status).toBe("past_due");
    fixture.simulator.pay(invoice.id, { amount: "all" });
    await fixture.receiveWebhooks();
    expect(await readInvoice(invoice.id)).toMatchObject({ status: "paid", square_charge_failed_at: null });
    expect((await readSubscriptions())[0]?.status).toBe("active");
    const lateEvent = buildEvent({
      event_id: "late-notice",
      type: "invoice.scheduled_charge_failed",
      data: { type: "invoice", id: invoice.id },
    });
    await postWebhook(lateEvent, signBody(lateEvent));
    await fixture.runJobs();
    expect((await readSubscriptions())[0]?.status).toBe("active");
  });

  test("stores its start date, end date and custom price, and keeps its client", async () => {
    const subscription = findOwnSubscription();
    await createTier(subscription.plan_variation_id, "Essential");
    fixture.simulator.change(({ state }) => {
      const changedSubscription = state.subscriptions[subscription.id];
      if (!changedSubscription) {
        throw new Error("the subscription is gone");
      }
      changedSubscription.canceled_date = "2027-01-31";
      changedSubscription.price_override_money = { amount: 9_950, currency: "USD" };
    });
    await fixture.sync();
    const columns = "client_id, square_status, starts_on::text, ends_on::text, billed_price, status";
    const readSubscription = async () =>
      (await fixture.pool.query(`select ${columns} from public.client_subscriptions`)).rows[0];
    expect(await readSubscription()).toEqual({
      client_id: client.id,
      square_status: "ACTIVE",
      starts_on: subscription.start_date,
      ends_on: "2027-01-31",
      billed_price: "99.50",
      status: "active",
    });
    // The buyer's address no longer matches a client, but the subscription is still updated.
    fixture.simulator.change(({ state }) => {
      const buyer = state.customers[subscription.customer_id];
      if (buyer) {
        buyer.email_address = "unknown@example.com";
      }
      const changedSubscription = state.subscriptions[subscription.id];
      if (changedSubscription) {
        changedSubscription.status = "PAUSED";
      }
    });
    await fixture.pool.query("update public.clients set square_customer_id = null");
    await fixture.sync();
    expect(await readSubscription()).toMatchObject({
      client_id: client.id,
      status: "paused",
      square_status: "PAUSED",
    });
  });
});

test("uses the publication date from the event as the invoice date", async () => {
  const draft = Object.values(fixture.simulator.state().invoices).find(({ status }) => status === "DRAFT");
  if (!draft) {
    throw new Error("the seed has no draft");
  }
  fixture.simulator.change(({ state }) => {
    const simulatedDraft = state.invoices[draft.id];
    if (simulatedDraft) {
      simulatedDraft.created_at = "2026-10-01T12:00:00Z";
    }
  });
  // At this time, it is still the previous day in the merchant's time zone.
  fixture.clock.now = new Date("2026-11-22T03:30:00Z");
  fixture.simulator.publish(draft.id);
  await fixture.receiveWebhooks();
  const readIssuedDate = async () => {
    const { rows } = await fixture.pool.query(
      "select issued_date::text as day, issued_date_is_estimate as guessed from public.invoices where square_invoice_id = $1",
      [draft.id],
    );
    return rows[0];
  };
  expect(await readIssuedDate()).toEqual({ day: "2026-11-21", guessed: false });
  expect((await fixture.sync()).body).toMatchObject({ success: true });
  expect(await readIssuedDate()).toEqual({ day: "2026-11-21", guessed: false });
});
