import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { restError } from "#src/test-support/rest-error.ts";
import { Scanner } from "./scanner.ts";

const scan = (text: string) => new Scanner(text, "select parameter");
/** Quotes a name as PostgREST documents it: backslashes and double quotes are escaped with a backslash. */
const quote = (name: string) => `"${name.replaceAll(/["\\]/g, "\\$&")}"`;

describe("names", () => {
  // See https://docs.postgrest.org/en/stable/references/api/url_grammar.html#reserved-characters
  test("any quoted name is read back unchanged, and the scanner stops after it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (name) => {
        const scanner = scan(`${quote(name)},rest`);
        expect(scanner.readName()).toBe(name);
        expect(scanner.startsWith(",rest")).toBe(true);
      }),
    );
  });

  test.each([
    ["id", "id"],
    ["  padded  ", "padded"],
    ["two words", "two words"],
    ["größe_2$", "größe_2$"],
    ["名前", "名前"],
    ["start-date", "start-date"],
    ["data->key", "data"],
    ["client:clients", "client"],
    ["name.desc", "name"],
  ])("reads the bare name at the start of %j", (text, name) => {
    expect(scan(text).readName()).toBe(name);
  });

  test.each([
    "",
    "   ",
    ",a",
    "(a)",
    "*",
    ".a",
    ":a",
    "'a'",
    ";drop",
  ])("%j does not start with a name", (text) => {
    expect(() => scan(text).readName()).toThrow(restError(400, "PGRST100", { details: "expecting a name" }));
  });

  test("an empty quoted name is rejected", () => {
    expect(() => scan('""').readName()).toThrow(restError(400, "PGRST100"));
  });

  test.each(['"', '"a', '"a\\', '"a\\"'])("the unterminated name %s is rejected", (text) => {
    expect(() => scan(text).readQuoted()).toThrow(
      restError(400, "PGRST100", { details: "unexpected end of input" }),
    );
  });
});

describe("errors", () => {
  test("name the parameter and the column of the first unexpected character, counted from 1", () => {
    const scanner = scan("id)");
    scanner.readName();
    expect(() => scanner.expectEnd()).toThrow(
      restError(400, "PGRST100", {
        message: "failed to parse select parameter (line 1, column 3)",
        details: 'unexpected ")"',
      }),
    );
  });

  test("name the text that was expected", () => {
    expect(() => scan("[1]").expect("(")).toThrow(restError(400, "PGRST100", { details: 'expecting "("' }));
  });

  test("are never raised at the end of fully consumed text", () => {
    const scanner = scan("a b");
    scanner.readUntil("");
    expect(scanner.isAtEnd).toBe(true);
    expect(() => scanner.expectEnd()).not.toThrow();
  });
});

describe("positions", () => {
  test("consume advances only if the text is next", () => {
    const scanner = scan("not.eq");
    expect(scanner.consume("eq")).toBe(false);
    expect(scanner.consume("not.")).toBe(true);
    expect(scanner.consume("eq")).toBe(true);
    expect(scanner.isAtEnd).toBe(true);
  });

  test("reset returns to a mark, so that an alternative can be tried", () => {
    const scanner = scan("alias:column");
    const start = scanner.mark();
    scanner.readName();
    scanner.reset(start);
    expect(scanner.readUntil(":")).toBe("alias");
  });

  test("readUntil stops before any terminator, and reads to the end without one", () => {
    expect(scan("1,2)").readUntil(",)")).toBe("1");
    expect(scan("1.2").readUntil(",)")).toBe("1.2");
    expect(scan(",").readUntil(",)")).toBe("");
  });

  test("a pattern matches only at the current position", () => {
    const scanner = scan("eq.5");
    expect(scanner.match(/\d/y)).toBeNull();
    expect(scanner.match(/[a-z]+/y)).toBe("eq");
    expect(scanner.startsWith(".5")).toBe(true);
  });
});
