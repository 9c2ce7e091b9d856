import fc from "fast-check";
import { expect, test } from "vitest";
import { isCvssVector } from "#domain/findings/cvss.ts";

const VECTOR = "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N";
const PARTS = VECTOR.split("/");

/** The values of each base metric in the specification of CVSS 4.0. */
const METRIC_VALUES = [
  ["AV", "NALP"],
  ["AC", "LH"],
  ["AT", "NP"],
  ["PR", "NLH"],
  ["UI", "NPA"],
  ["VC", "HLN"],
  ["VI", "HLN"],
  ["VA", "HLN"],
  ["SC", "HLN"],
  ["SI", "HLN"],
  ["SA", "HLN"],
] as const;

test("accepts every combination of base metrics", () => {
  const metrics = METRIC_VALUES.map(([name, values]) =>
    fc.constantFrom(...values).map((value) => `${name}:${value}`),
  );
  fc.assert(
    fc.property(fc.tuple(...metrics), (parts) => {
      expect(isCvssVector(["CVSS:4.0", ...parts].join("/"))).toBe(true);
    }),
  );
});

test.each(METRIC_VALUES)("accepts no values of %s other than %s", (name, values) => {
  const accepted = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ").filter((value) =>
    isCvssVector(PARTS.map((part) => (part.startsWith(`${name}:`) ? `${name}:${value}` : part)).join("/")),
  );
  expect(accepted).toEqual(Array.from(values).toSorted());
});

test.each(PARTS.map((part, index) => [part, index] as const))("requires %s", (_part, index) => {
  expect(isCvssVector(PARTS.toSpliced(index, 1).join("/"))).toBe(false);
});

test.each(PARTS.map((part, index) => [part, index] as const))("rejects a repeated %s", (part, index) => {
  expect(isCvssVector(PARTS.toSpliced(index, 0, part).join("/"))).toBe(false);
  expect(isCvssVector(`${VECTOR}/${part}`)).toBe(false);
});

test.each(
  PARTS.slice(1).map((part, index) => [part, index] as const),
)("rejects %s before the metric or prefix that it follows", (part, index) => {
  const swapped = PARTS.toSpliced(index, 2, part, ...PARTS.slice(index, index + 1));
  expect(swapped.toSorted()).toEqual(PARTS.toSorted());
  expect(isCvssVector(swapped.join("/"))).toBe(false);
});

test.each([
  ["an empty text", ""],
  ["the prefix alone", "CVSS:4.0"],
  ["lower case", VECTOR.toLowerCase()],
  ["a lower-case value", VECTOR.replace("AV:N", "AV:n")],
  ["CVSS 3.1", VECTOR.replace("4.0", "3.1")],
  ["any character instead of the period", VECTOR.replace("4.0", "4x0")],
  ["no prefix", PARTS.slice(1).join("/")],
  ["a trailing slash", `${VECTOR}/`],
  ["a threat metric", `${VECTOR}/E:A`],
  ["an environmental metric", `${VECTOR}/CR:H`],
  ["a supplemental metric", `${VECTOR}/S:P`],
  ["an unknown metric", `${VECTOR}/XX:N`],
  ["a metric that is not defined", VECTOR.replace("AV:N", "AV:X")],
  ["an empty value", VECTOR.replace("AV:N", "AV:")],
  ["a safety impact in the base score", VECTOR.replace("SA:N", "SA:S")],
  ["a space before", ` ${VECTOR}`],
  ["a space after", `${VECTOR} `],
  ["a line break after", `${VECTOR}\n`],
  ["a second line", `${VECTOR}\n${VECTOR}`],
  ["a first line", `x\n${VECTOR}`],
  ["full-width letters", VECTOR.replace("AV:N", "ＡＶ:Ｎ")],
])("rejects %s", (_case, text) => {
  expect(isCvssVector(text)).toBe(false);
});

test.each([
  ["a repeated vector", VECTOR.repeat(50_000)],
  ["repeated metrics", `CVSS:4.0${"/AV:N".repeat(500_000)}`],
  ["repeated prefixes", "CVSS:4.0/AV:".repeat(250_000)],
  ["a long suffix", VECTOR + "A".repeat(2_000_000)],
])("rejects %s quickly", (_case, text) => {
  const startedAt = performance.now();
  expect(isCvssVector(text)).toBe(false);
  // A search that backtracks would take minutes.
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
