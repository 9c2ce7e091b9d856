import { expect, test } from "vitest";
import { statusBadge } from "#domain/status.ts";

const known = { on_hold: { label: "On Hold", tone: "warning" } } as const;

test("returns the label and tone of a known status", () => {
  expect(statusBadge(known, "on_hold")).toEqual({ label: "On Hold", tone: "warning" });
});

test("shows an unknown status in title case with a neutral tone", () => {
  expect(statusBadge(known, "waiting_for_parts" as never)).toEqual({
    label: "Waiting For Parts",
    tone: "neutral",
  });
});

test("does not treat inherited property names as known statuses", () => {
  expect(statusBadge(known, "constructor" as never).tone).toBe("neutral");
});
