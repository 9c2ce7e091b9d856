import { expect, test } from "vitest";
import { formatFindingKey } from "#domain/findings/finding-key.ts";

test.each([
  ["WL", 12, 3, "WL-12-003"],
  ["WL", 1, 1, "WL-01-001"],
  ["WL", 9, 99, "WL-09-099"],
  ["WL", 10, 100, "WL-10-100"],
  ["WL", 99, 999, "WL-99-999"],
  ["WL", 100, 1000, "WL-100-1000"],
  ["ACMELABS", 0, 0, "ACMELABS-00-000"],
])("with the prefix %s, project %d and finding %d, the key is %s", (prefix, project, number, key) => {
  expect(formatFindingKey(prefix, project, number)).toBe(key);
});
