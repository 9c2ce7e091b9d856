import fc from "fast-check";
import { expect, test } from "vitest";
import { computeCvssScore } from "#server/findings/cvss-score.ts";

const EXPLOITABLE = "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N";

/** The scores of the CVSS 4.0 examples that FIRST publishes, and the limits of the scale. */
test.each([
  [`${EXPLOITABLE}/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H`, 10],
  [`${EXPLOITABLE}/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N`, 9.3],
  [`${EXPLOITABLE}/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N`, 8.7],
  [`${EXPLOITABLE}/VC:N/VI:N/VA:N/SC:N/SI:L/SA:N`, 6.9],
  ["CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:N/VC:H/VI:L/VA:L/SC:N/SI:N/SA:N", 8.3],
  ["CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:P/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N", 7.7],
  ["CVSS:4.0/AV:L/AC:L/AT:P/PR:L/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N", 7.3],
  ["CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:A/VC:N/VI:N/VA:N/SC:L/SI:L/SA:N", 5.1],
  ["CVSS:4.0/AV:L/AC:L/AT:N/PR:N/UI:A/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N", 4.6],
  [`${EXPLOITABLE}/VC:N/VI:N/VA:N/SC:N/SI:N/SA:N`, 0],
  ["CVSS:4.0/AV:P/AC:H/AT:P/PR:H/UI:A/VC:N/VI:N/VA:N/SC:N/SI:N/SA:N", 0],
])("the score of %s is %d", (vector, score) => {
  expect(computeCvssScore(vector)).toBe(score);
});

test.each([
  ["an empty vector", ""],
  ["an incomplete vector", EXPLOITABLE],
  ["a repeated metric", `${EXPLOITABLE}/AV:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H`],
  ["a threat metric", `${EXPLOITABLE}/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H/E:U`],
  ["lower case", `${EXPLOITABLE}/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H`.toLowerCase()],
  ["CVSS 3.1", "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"],
])("rejects %s", (_case, vector) => {
  expect(() => computeCvssScore(vector)).toThrow(new RangeError("not a complete CVSS 4.0 vector"));
});

test("a score is between 0.0 and 10.0, has one decimal, and is zero only without impact", () => {
  const impact = fc.constantFrom("H", "L", "N");
  const exploitability = fc.tuple(
    fc.constantFrom("N", "A", "L", "P"),
    fc.constantFrom("L", "H"),
    fc.constantFrom("N", "P"),
    fc.constantFrom("N", "L", "H"),
    fc.constantFrom("N", "P", "A"),
  );
  const impacts = fc.tuple(impact, impact, impact, impact, impact, impact);
  fc.assert(
    fc.property(exploitability, impacts, ([av, ac, at, pr, ui], [vc, vi, va, sc, si, sa]) => {
      const score = computeCvssScore(
        `CVSS:4.0/AV:${av}/AC:${ac}/AT:${at}/PR:${pr}/UI:${ui}/VC:${vc}/VI:${vi}/VA:${va}/SC:${sc}/SI:${si}/SA:${sa}`,
      );
      expect(score).toBe(Number(score.toFixed(1)));
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(10);
      expect(score === 0).toBe([vc, vi, va, sc, si, sa].every((value) => value === "N"));
    }),
  );
});
