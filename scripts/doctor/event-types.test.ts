import { beforeAll, expect, test } from "vitest";
import { parseConfig } from "#server/config.ts";
import { createSquareEnvironment, type SquareEnvironment } from "#tests/support/square/square-environment.ts";
import { checkEventTypes } from "./event-types.ts";

let environment: SquareEnvironment;
beforeAll(async () => {
  environment = await createSquareEnvironment();
});

function check(personalAccessToken = environment.simulator.personalAccessToken) {
  const config = parseConfig({
    PUBLIC_URL: "http://localhost:3000",
    SQUARE_PERSONAL_ACCESS_TOKEN: personalAccessToken,
  });
  return checkEventTypes(config, environment.payments.provider);
}

const changeSubscription = (fields: { enabled?: boolean; event_types?: string[] }) =>
  environment.simulator.change(({ state }) => {
    for (const subscription of Object.values(state.webhookSubscriptions)) {
      Object.assign(subscription, fields);
    }
  });

test("accepts a subscription that includes all required event types", async () => {
  expect(await check()).toEqual({
    status: "ok",
    check: "Event types",
    detail: "subscribed to all 18 required event types",
  });
});

test("skips the check without a personal access token", async () => {
  expect(await check("")).toMatchObject({ status: "skipped" });
});

test("reports a rejected personal access token", async () => {
  expect(await check("EAAA-wrong")).toMatchObject({
    status: "problem",
    fix: expect.stringContaining("SQUARE_PERSONAL_ACCESS_TOKEN"),
  });
});

test("reports missing event types and a disabled subscription", async () => {
  const eventTypes = environment.payments.provider?.eventTypes ?? [];
  changeSubscription({ event_types: eventTypes.filter((type) => !type.startsWith("refund.")) });
  expect(await check()).toMatchObject({
    status: "problem",
    detail: "not subscribed to refund.created, refund.updated",
  });
  changeSubscription({ enabled: false });
  expect(await check()).toMatchObject({
    status: "problem",
    detail: expect.stringContaining("no enabled webhook subscription"),
  });
});
