import { expect, test } from "vitest";
import { describeHosts } from "./describe-hosts.ts";

test.each([
  [[], "You'll meet one of our leads"],
  [["Maya Okafor"], "You'll meet Maya Okafor"],
  [["Maya Okafor", "Sam Lee"], "You'll meet Maya Okafor or Sam Lee"],
  [["Maya Okafor", "Sam Lee", "Jo Park"], "You'll meet Maya Okafor, Sam Lee, or Jo Park"],
  [["Maya Okafor", "Sam Lee", "Jo Park", "Ida Berg"], "You'll meet one of our leads"],
])("%j: %s", (names, expected) => {
  expect(describeHosts(names)).toBe(expected);
});
