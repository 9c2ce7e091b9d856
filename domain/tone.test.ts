import { expect, test } from "vitest";
import { statusFacts } from "#domain/tone.ts";

const known = { on_hold: { label: "On Hold", tone: "warning" } } as const;

test("a known status has its own label and tone", () => {
  expect(statusFacts(known, "on_hold")).toEqual({ label: "On Hold", tone: "warning" });
});

test("an unknown status is shown in words and neutral", () => {
  expect(statusFacts(known, "waiting_for_parts")).toEqual({ label: "Waiting For Parts", tone: "neutral" });
});

test("a name every object inherits is not a known status", () => {
  expect(statusFacts(known, "constructor").tone).toBe("neutral");
});
