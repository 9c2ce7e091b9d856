import { expect, test } from "vitest";
import { compareVersions } from "./read-versions.ts";

test.each([
  ["same", { order: 2, payment: 100 }, { order: 2, payment: 100 }],
  ["newer", { order: 3, payment: 100 }, { order: 2, payment: 100 }],
  ["newer", { order: 2, payment: 100, refund: 50 }, { order: 2, payment: 100 }],
  ["older", { order: 2, payment: 99 }, { order: 2, payment: 100 }],
  ["mixed", { order: 3, payment: 99 }, { order: 2, payment: 100 }],
  ["mixed", { order: 1, payment: 100, refund: 50 }, { order: 2, payment: 100 }],
  // A returned bank transfer is no longer part of the order.
  ["newer", { order: 3 }, { order: 2, payment: 100 }],
  // The payment was not found, so its version is unknown.
  ["older", { order: 2, payment: 0 }, { order: 2, payment: 100 }],
  ["mixed", { order: 3, payment: 0 }, { order: 2, payment: 100 }],
  ["same", { order: 2, payment: 0 }, { order: 2, payment: 0 }],
  ["same", { order: 2, payment: 0 }, { order: 2 }],
  ["newer", { order: 1 }, {}],
] as const)("returns “%s” for %o compared with the stored %o", (expected, read, stored) => {
  expect(compareVersions(read, stored)).toBe(expected);
});
