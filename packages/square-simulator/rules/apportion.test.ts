import { expect, test } from "vitest";
import { apportion } from "./apportion.ts";

test.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [100, [2, 1], [67, 33]],
  [1, [5, 5], [1, 0]],
  [0, [5, 5], [0, 0]],
  [7, [0, 7], [0, 7]],
  [7, [0, 0], [0, 0]],
])("divides %i cents among %j as %j", (amount, sizes, parts) => {
  expect(apportion(amount, sizes)).toEqual(parts);
});
