import { expect, test } from "vitest";
import { clientStatus, isActiveClient } from "#domain/clients/client.ts";

test("shows statuses in capitals, and unknown ones as neutral", () => {
  expect(clientStatus("active")).toEqual({ label: "ACTIVE", tone: "positive" });
  expect(clientStatus("archived" as never)).toEqual({ label: "ARCHIVED", tone: "neutral" });
  expect(isActiveClient({ status: "suspended" })).toBe(false);
});
