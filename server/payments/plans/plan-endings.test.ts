import { beforeEach, describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { createPlanEnvironment, type PlanEnvironment } from "#tests/support/square/plan-environment.ts";
import { submitConsent } from "#tests/support/square/square-environment.ts";

/** The last day of the period that the checkout paid for. */
const PERIOD_END = calendarDate("2026-12-20");
const MINUTE_MS = 60_000;

let fixture: PlanEnvironment;
let planId: string;

beforeEach(async () => {
  fixture = await createPlanEnvironment({ payments: { timeoutInSeconds: 0.5 } });
  await fixture.pool.query("update public.square_settings set creates_invoices = true");
  await fixture.connect();
  await fixture.checkOut(0);
  [{ id: planId }] = await fixture.readRows("select id from public.client_subscriptions");
});

async function post(
  action: "end" | "keep",
  body: object = {},
  as: "administrator" | "client" = "administrator",
) {
  const response = await fixture.request(`/api/admin/subscriptions/${planId}/${action}`, {
    method: "POST",
    as,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { code } = await response.json();
  await fixture.runJobs();
  return { status: response.status, code };
}
const end = (body: object = {}) => post("end", { endsOn: PERIOD_END, ...body });
const findSubscription = () => {
  const subscription = Object.values(fixture.simulator.state().subscriptions).find(
    ({ customer_id }) =>
      fixture.simulator.state().customers[customer_id]?.email_address === "ada@example.com",
  );
  if (!subscription) {
    throw new Error("The subscription is not in Square.");
  }
  return subscription;
};
const readEndings = () =>
  fixture.readRows("select kind, status, problem from public.plan_endings order by created_at, id");
const readEndsOn = async () =>
  (await fixture.readRows("select ends_on::text from public.client_subscriptions"))[0].ends_on;
const countCancellations = () =>
  (findSubscription().actions ?? []).filter(({ type }) => type === "CANCEL").length;
const passTime = async (milliseconds: number) => {
  fixture.clock.now = new Date(fixture.clock.now.getTime() + milliseconds);
  await fixture.retryJobs();
};
const requestCancellation = () =>
  insertRow(fixture, "plan_requests", {
    client_id: fixture.client.id,
    subscription_id: planId,
    kind: "cancel",
    effective_on: PERIOD_END,
  });

test("ends a plan after the paid period, and keeps it before that", async () => {
  expect(await end()).toMatchObject({ status: 202 });
  expect(findSubscription()).toMatchObject({ status: "ACTIVE", canceled_date: PERIOD_END });
  expect(await readEndsOn()).toBe(PERIOD_END);
  expect((await end()).code).toBe("already_ending");
  expect(await post("keep")).toMatchObject({ status: 202 });
  expect(findSubscription().canceled_date).toBeUndefined();
  expect(await readEndsOn()).toBeNull();
  expect((await post("keep")).code).toBe("not_ending");
  expect(await readEndings()).toEqual([
    { kind: "end", status: "done", problem: null },
    { kind: "keep", status: "done", problem: null },
  ]);
});

test("answers the client's request and emails the client after Square has confirmed the end", async () => {
  const request = await requestCancellation();
  await end({ planRequestId: request.id });
  expect(await fixture.readRows("select status, answer, answered_by from public.plan_requests")).toEqual([
    {
      status: "answered",
      answer: "Your plan ends on Dec 20, 2026. You won't be charged for it again.",
      answered_by: fixture.adminId,
    },
  ]);
  expect(await fixture.readRows("select kind, recipient from private.email_outbox")).toEqual([
    { kind: "plan-request-answered", recipient: "ada@example.com" },
  ]);
});

describe("is rejected without a request to Square", () => {
  test("by a client, with another date, for an unknown plan, and for a withdrawn request", async () => {
    expect((await post("end", { endsOn: PERIOD_END }, "client")).status).toBe(403);
    expect((await end({ endsOn: "2026-12-21" })).code).toBe("date_changed");
    const request = await requestCancellation();
    await fixture.pool.query("update public.plan_requests set status = 'withdrawn'");
    expect((await end({ planRequestId: request.id })).code).toBe("already_answered");
    expect(countCancellations()).toBe(0);
    expect(await readEndings()).toEqual([]);
  });

  test("while creating invoices is off, and without the permission, which does not stop invoices", async () => {
    await fixture.pool.query("update public.square_settings set creates_invoices = false");
    expect((await end()).code).toBe("writing_off");
    await fixture.pool.query(
      `update public.square_settings set creates_invoices = true;
       update private.provider_connections set scopes = array_remove(scopes, 'SUBSCRIPTIONS_WRITE')`,
    );
    expect((await end()).code).toBe("permission_missing");
    const response = await fixture.request("/api/admin/square/writing", { as: "administrator" });
    expect(await response.json()).toMatchObject({ status: "ready", planStatus: "reconnect" });
    expect(countCancellations()).toBe(0);
  });
});

describe("after an unknown outcome", () => {
  test.each([
    "connection-reset",
    "server-error",
    "timeout",
  ] as const)("a lost response (%s) is resolved by reading the plan", async (how) => {
    fixture.simulator.addFault({ operation: "CancelSubscription", kind: "lost-response", how });
    await end();
    await fixture.retryJobs();
    expect(await readEndings()).toEqual([{ kind: "end", status: "done", problem: null }]);
    expect(await readEndsOn()).toBe(PERIOD_END);
    expect(countCancellations()).toBe(1);
  });

  test("a request that Square never received is not repeated, and reported when that is certain", async () => {
    fixture.simulator.addFault({ operation: "CancelSubscription", kind: "connection-reset" });
    await end();
    await passTime(MINUTE_MS);
    expect(await readEndings()).toMatchObject([{ status: "pending" }]);
    await passTime(10 * MINUTE_MS);
    expect(await readEndings()).toEqual([{ kind: "end", status: "failed", problem: "not_applied" }]);
    expect(countCancellations()).toBe(0);
    expect(await end()).toMatchObject({ status: 202 });
    expect(countCancellations()).toBe(1);
  });

  test("a process that was killed before or after the request does not send it twice", async () => {
    fixture.simulator.addFault({ operation: "RetrieveSubscription", kind: "connection-reset", times: null });
    await end();
    // The process ended after it had stored that the request is sent.
    await fixture.pool.query("update public.plan_endings set sent_at = $1", [fixture.clock.now]);
    fixture.simulator.clearFaults();
    await fixture.retryJobs();
    expect(countCancellations()).toBe(0);
    // Square had received it.
    await fixture.simulator.api(
      new Request(`${fixture.simulator.baseUrl}/v2/subscriptions/${findSubscription().id}/cancel`, {
        method: "POST",
        headers: { authorization: `Bearer ${fixture.simulator.personalAccessToken}` },
        body: "{}",
      }),
    );
    await fixture.retryJobs();
    expect(await readEndings()).toEqual([{ kind: "end", status: "done", problem: null }]);
    expect(countCancellations()).toBe(1);
  });

  test("two administrators and a rate limit lead to one cancellation", async () => {
    fixture.simulator.addFault({
      operation: "CancelSubscription",
      kind: "rate-limited",
      retryAfterSeconds: 1,
    });
    const responses = await Promise.all([end(), end()]);
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409]);
    const readAfterRetry = async () => {
      await fixture.retryJobs();
      return readEndings();
    };
    // Square's limit lasts a second.
    await expect
      .poll(readAfterRetry, { timeout: 10_000 })
      .toEqual([{ kind: "end", status: "done", problem: null }]);
    expect(countCancellations()).toBe(1);
  });
});

describe("follows Square", () => {
  test("a plan that was canceled in Square's dashboard is done, without another request", async () => {
    fixture.simulator.change(({ state }) => {
      const subscription = state.subscriptions[findSubscription().id];
      if (subscription) {
        subscription.canceled_date = "2026-12-20";
        subscription.version += 1;
      }
    });
    fixture.simulator.addFault({ operation: "CancelSubscription", kind: "rejected", times: null });
    await end();
    expect(await readEndings()).toEqual([{ kind: "end", status: "done", problem: null }]);
    expect(await readEndsOn()).toBe(PERIOD_END);
  });

  test("a period that was renewed in the meantime requires another confirmation", async () => {
    fixture.simulator.change(({ state }) => {
      const subscription = state.subscriptions[findSubscription().id];
      if (subscription) {
        subscription.charged_through_date = "2027-01-20";
        subscription.version += 1;
      }
    });
    await end();
    expect(await readEndings()).toEqual([{ kind: "end", status: "failed", problem: "date_changed" }]);
    expect(countCancellations()).toBe(0);
  });

  test("a permission that Square no longer grants offers to reconnect", async () => {
    fixture.simulator.addFault({
      operation: "CancelSubscription",
      kind: "scope-removed",
      scope: "SUBSCRIPTIONS_WRITE",
    });
    await end();
    expect(await readEndings()).toEqual([{ kind: "end", status: "failed", problem: "permission_missing" }]);
    expect((await end()).code).toBe("permission_missing");
    await fixture.connect((url) => submitConsent(fixture.simulator, url, "allow"));
    expect(await end()).toMatchObject({ status: 202 });
    expect(countCancellations()).toBe(1);
  });
});
