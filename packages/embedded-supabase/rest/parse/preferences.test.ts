import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { restError } from "#src/test-support/rest-error.ts";
import { RestError } from "../errors.ts";
import { parsePreferences } from "./preferences.ts";

const NO_PREFERENCES = {
  returns: null,
  includeTotal: false,
  resolution: null,
  missingAsDefault: false,
  maxAffected: null,
  applied: [],
};

// See https://docs.postgrest.org/en/stable/references/api/preferences.html
describe("supported preferences", () => {
  test.each([undefined, "", " , ,"])("returns no preferences for the header %j", (header) => {
    expect(parsePreferences(header)).toEqual(NO_PREFERENCES);
  });

  test.each([
    ["return=representation", { returns: "representation" }],
    ["return=minimal", { returns: "minimal" }],
    ["count=exact", { includeTotal: true }],
    ["resolution=merge-duplicates", { resolution: "merge-duplicates" }],
    ["resolution=ignore-duplicates", { resolution: "ignore-duplicates" }],
    ["missing=default", { missingAsDefault: true }],
    ["missing=null", { missingAsDefault: false }],
    ["handling=lenient", {}],
    ["tx=commit", {}],
  ])("applies %s and reports it as applied", (header, expected) => {
    expect(parsePreferences(header)).toEqual({ ...NO_PREFERENCES, ...expected, applied: [header] });
  });

  test("accepts preferences separated by commas, with or without spaces", () => {
    expect(parsePreferences("return=minimal,count=exact ,  missing=default")).toMatchObject({
      returns: "minimal",
      includeTotal: true,
      missingAsDefault: true,
      applied: ["return=minimal", "count=exact", "missing=default"],
    });
  });

  // RFC 7240, section 2: if a preference is repeated, the first one applies.
  test("applies only the first value of a repeated preference", () => {
    expect(parsePreferences("return=minimal, return=representation")).toMatchObject({
      returns: "minimal",
      applied: ["return=minimal"],
    });
  });
});

describe("max-affected", () => {
  test("limits a write only with strict handling", () => {
    expect(parsePreferences("handling=strict, max-affected=10").maxAffected).toBe(10);
    expect(parsePreferences("handling=strict, max-affected=0").maxAffected).toBe(0);
    expect(parsePreferences("max-affected=10").maxAffected).toBeNull();
    expect(parsePreferences("handling=lenient, max-affected=10").maxAffected).toBeNull();
  });

  test.each([
    "-1",
    "1.5",
    "x",
    "",
    "1e3",
    "9999999999",
  ])("rejects the limit %j with strict handling", (limit) => {
    expect(() => parsePreferences(`handling=strict, max-affected=${limit}`)).toThrow(
      restError(400, "PGRST122"),
    );
  });
});

describe("unknown preferences", () => {
  test.each([
    "color=blue",
    "return=everything",
    "respond-async",
    "constructor=x",
    "__proto__=x",
    "toString",
  ])("ignores %s by default and rejects it with strict handling", (preference) => {
    expect(parsePreferences(preference)).toEqual(NO_PREFERENCES);
    expect(() => parsePreferences(`handling=strict, ${preference}`)).toThrow(
      restError(400, "PGRST122", { details: `Invalid preferences: ${preference}` }),
    );
  });

  test("lists all unknown preferences in one error", () => {
    expect(() => parsePreferences("a=1, handling=strict, b=2, return=minimal")).toThrow(
      restError(400, "PGRST122", { details: "Invalid preferences: a=1, b=2" }),
    );
  });

  test.each([
    "count=planned",
    "count=estimated",
    "tx=rollback",
    "timezone=Asia/Tokyo",
    "return=headers-only",
  ])("rejects %s, because ignoring it would change the response", (preference) => {
    expect(() => parsePreferences(preference)).toThrow(
      restError(400, "PGRST100", { details: `${preference} is not supported` }),
    );
  });

  test("never throws an unexpected error", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 5 }), fc.boolean(), (names, strict) => {
        const header = [...names.map((name) => `${name}=1`), strict ? "handling=strict" : ""].join(",");
        try {
          parsePreferences(header);
        } catch (error) {
          expect(error).toBeInstanceOf(RestError);
        }
      }),
    );
  });
});
