import { expect, test } from "vitest";
import { clientStatusBadge, isActiveClient } from "#domain/clients/client.ts";
import { unknownValue } from "#domain/test-support/unknown-value.ts";

test("shows statuses in capitals, and unknown ones as neutral", () => {
  expect(clientStatusBadge("active")).toEqual({ label: "ACTIVE", tone: "positive" });
  expect(clientStatusBadge(unknownValue("archived"))).toEqual({ label: "ARCHIVED", tone: "neutral" });
  expect(isActiveClient({ status: "suspended" })).toBe(false);
});
