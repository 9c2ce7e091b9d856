import { beforeEach, describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { runAs, toCaller } from "#tests/support/database/run-as.ts";
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

const withdraw = (id: string) =>
  runAs(fixture.pool, toCaller(fixture.client), async (connection) => {
    const { rows } = await connection.query("select endpoints.withdraw_plan_request($1) as outcome", [id]);
    await connection.query("commit");
    return rows;
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

describe("a client's cancellation", () => {
  const readRequests = () => fixture.readRows("select status from public.plan_requests");
  const failToSend = () =>
    fixture.simulator.addFault({
      operation: "RetrieveSubscription",
      kind: "connection-reset",
      times: null,
    });

  test("cannot be withdrawn after it was sent to Square, although the outcome is unknown", async () => {
    const request = await requestCancellation();
    fixture.simulator.addFault({ operation: "CancelSubscription", kind: "connection-reset" });
    await end({ planRequestId: request.id });
    expect(await withdraw(request.id)).toEqual([{ outcome: "sent" }]);
    expect(await readRequests()).toEqual([{ status: "open" }]);
    await passTime(11 * MINUTE_MS);
    expect(await readEndings()).toMatchObject([{ problem: "not_applied" }]);
    expect(await withdraw(request.id)).toEqual([{ outcome: "withdrawn" }]);
  });

  test("that is withdrawn before it is sent keeps the plan, even if the plan was not ended from it", async () => {
    const request = await requestCancellation();
    failToSend();
    await end();
    expect(await withdraw(request.id)).toEqual([{ outcome: "withdrawn" }]);
    fixture.simulator.clearFaults();
    await fixture.retryJobs();
    expect(await readEndings()).toMatchObject([{ problem: "request_closed" }]);
    expect(countCancellations()).toBe(0);
  });

  test("cannot be withdrawn while the plan is scheduled to end in Square", async () => {
    const request = await requestCancellation();
    await fixture.pool.query("update public.client_subscriptions set ends_on = $1", [PERIOD_END]);
    expect(await withdraw(request.id)).toEqual([{ outcome: "sent" }]);
  });

  test("is either withdrawn or sent, when both happen at the same time", async () => {
    const request = await requestCancellation();
    failToSend();
    await end({ planRequestId: request.id });
    fixture.simulator.clearFaults();
    const [[withdrawn]] = await Promise.all([withdraw(request.id), fixture.retryJobs()]);
    const outcome = withdrawn?.outcome;
    expect(countCancellations()).toBe(outcome === "withdrawn" ? 0 : 1);
    expect(await readRequests()).toEqual([{ status: outcome === "withdrawn" ? "withdrawn" : "answered" }]);
  });
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

describe("a client's request to keep the plan", () => {
  const requestKeeping = () =>
    insertRow(fixture, "plan_requests", {
      client_id: fixture.client.id,
      subscription_id: planId,
      kind: "keep",
      effective_on: PERIOD_END,
    });
  const readRequests = () =>
    fixture.readRows("select status, answer from public.plan_requests where kind = 'keep'");

  test("is answered and emailed after Square has undone the end", async () => {
    await end();
    await requestKeeping();
    expect(await post("keep")).toMatchObject({ status: 202 });
    const answer = "Your plan continues. The next charge is on Dec 20, 2026.";
    expect(await readRequests()).toEqual([{ status: "answered", answer }]);
    expect(await readEndsOn()).toBeNull();
    expect(await fixture.readRows("select kind, recipient from private.email_outbox")).toEqual([
      { kind: "plan-request-answered", recipient: "ada@example.com" },
    ]);
  });

  test("that was withdrawn or answered since the page was loaded leaves the end scheduled", async () => {
    await end();
    const request = await requestKeeping();
    expect(await withdraw(request.id)).toEqual([{ outcome: "withdrawn" }]);
    expect(await post("keep", { planRequestId: request.id })).toMatchObject({
      status: 409,
      code: "already_answered",
    });
    expect(await readEndsOn()).toBe(PERIOD_END);
    expect(findSubscription().canceled_date).toBe(PERIOD_END);
  });

  test("cannot be withdrawn after the end was undone in Square", async () => {
    const request = await requestKeeping();
    expect(await readEndsOn()).toBeNull();
    expect(await withdraw(request.id)).toEqual([{ outcome: "kept" }]);
    expect(await readRequests()).toMatchObject([{ status: "open" }]);
  });

  test("that is withdrawn before it is sent leaves the end scheduled", async () => {
    await end();
    const request = await requestKeeping();
    fixture.simulator.addFault({
      operation: "RetrieveSubscription",
      kind: "connection-reset",
      times: null,
    });
    await post("keep");
    expect(await withdraw(request.id)).toEqual([{ outcome: "withdrawn" }]);
    fixture.simulator.clearFaults();
    await fixture.retryJobs();
    expect(await readEndings()).toMatchObject([{ status: "done" }, { problem: "request_closed" }]);
    expect(findSubscription().canceled_date).toBe(PERIOD_END);
  });

  test("cannot be withdrawn after it was sent, although the outcome is unknown", async () => {
    await end();
    const request = await requestKeeping();
    fixture.simulator.addFault({ operation: "DeleteSubscriptionAction", kind: "connection-reset" });
    await post("keep");
    expect(await withdraw(request.id)).toEqual([{ outcome: "kept" }]);
    expect(await readRequests()).toMatchObject([{ status: "open" }]);
  });
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

describe("ends with a problem instead of staying pending", () => {
  const failReads = () =>
    fixture.simulator.addFault({
      operation: "RetrieveSubscription",
      kind: "connection-reset",
      times: null,
    });

  test("when a request could not be sent for an hour, and can be tried again", async () => {
    failReads();
    await end();
    await passTime(30 * MINUTE_MS);
    expect(await readEndings()).toMatchObject([{ status: "pending" }]);
    await passTime(31 * MINUTE_MS);
    expect(await readEndings()).toEqual([{ kind: "end", status: "failed", problem: "outage" }]);
    fixture.simulator.clearFaults();
    await end();
    expect(countCancellations()).toBe(1);
  });

  test("when the queue has no attempts left", async () => {
    failReads();
    await end();
    await fixture.pool.query("update graphile_worker._private_jobs set attempts = max_attempts - 1");
    await fixture.retryJobs();
    expect(await readEndings()).toMatchObject([{ status: "failed", problem: "outage" }]);
  });

  test("and a sync continues it, when its job is lost", async () => {
    failReads();
    await end();
    // The worker stores the failure of a job after it has run. Until then, the job keeps its queue.
    await expect
      .poll(() => fixture.readRows("select locked_at from graphile_worker._private_jobs"))
      .toEqual([{ locked_at: null }]);
    await fixture.pool.query("delete from graphile_worker._private_jobs");
    fixture.simulator.clearFaults();
    await fixture.sync();
    await fixture.runJobs();
    expect(await readEndings()).toMatchObject([{ status: "done" }]);
    expect(countCancellations()).toBe(1);
  });
});

test("stays pending while the result can't be stored, and a sync resolves it", async () => {
  const [tier] = await fixture.readRows(
    `update public.subscription_tiers set square_plan_variation_id = null
      where id = (select tier_id from public.client_subscriptions) returning id`,
  );
  const variationId = findSubscription().plan_variation_id;
  await end();
  expect(countCancellations()).toBe(1);
  expect(await readEndings()).toMatchObject([{ status: "pending" }]);
  await fixture.pool.query(
    "update public.subscription_tiers set square_plan_variation_id = $2 where id = $1",
    [tier.id, variationId],
  );
  await fixture.sync();
  await fixture.runJobs();
  expect(await readEndings()).toEqual([{ kind: "end", status: "done", problem: null }]);
  expect(await readEndsOn()).toBe(PERIOD_END);
  expect(countCancellations()).toBe(1);
});

test("a delayed request to keep a plan does not undo a later cancellation", async () => {
  const callSquare = (path: string, method: "POST" | "DELETE") =>
    fixture.simulator.api(
      new Request(`${fixture.simulator.baseUrl}/v2/subscriptions/${findSubscription().id}/${path}`, {
        method,
        headers: { authorization: `Bearer ${fixture.simulator.personalAccessToken}` },
        ...(method === "POST" && { body: "{}" }),
      }),
    );
  await end();
  fixture.simulator.addFault({ operation: "RetrieveSubscription", kind: "connection-reset", times: null });
  await post("keep");
  fixture.simulator.clearFaults();
  const [action] = findSubscription().actions ?? [];
  await callSquare(`actions/${action?.id}`, "DELETE");
  await callSquare("cancel", "POST");
  await fixture.retryJobs();
  expect((await readEndings())[1]).toEqual({ kind: "keep", status: "failed", problem: "changed_again" });
  expect(findSubscription().canceled_date).toBe(PERIOD_END);
  // The administrator has seen the later cancellation and keeps the plan.
  await post("keep");
  expect(findSubscription().canceled_date).toBeUndefined();
});

describe("a change in Square", () => {
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
