import { expect, test } from "vitest";
import { toStatusBadge } from "#domain/status.ts";
import { unknownValue } from "#domain/test-support/unknown-value.ts";

const known = { on_hold: { label: "On Hold", tone: "warning" } } as const;

test("returns the label and tone of a known status", () => {
  expect(toStatusBadge(known, "on_hold")).toEqual({ label: "On Hold", tone: "warning" });
});

test("shows an unknown status in title case with a neutral tone", () => {
  expect(toStatusBadge(known, unknownValue("waiting_for_parts"))).toEqual({
    label: "Waiting For Parts",
    tone: "neutral",
  });
});

test("does not treat inherited property names as known statuses", () => {
  expect(toStatusBadge(known, unknownValue("constructor")).tone).toBe("neutral");
});
