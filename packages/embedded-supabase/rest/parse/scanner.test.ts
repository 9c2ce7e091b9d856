import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "#src/test-support/any-character.ts";
import { restError } from "#src/test-support/rest-error.ts";
import { Scanner } from "./scanner.ts";

const scan = (text: string) => new Scanner(text, "select parameter");
/** Quotes a name as PostgREST documents it: backslashes and double quotes are escaped with a backslash. */
const quote = (name: string) => `"${name.replaceAll(/["\\]/g, "\\$&")}"`;

describe("names", () => {
  // See https://docs.postgrest.org/en/stable/references/api/url_grammar.html#reserved-characters
  test("reads any quoted name and stops after it", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (name) => {
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
  ])("rejects %j, which does not start with a name", (text) => {
    expect(() => scan(text).readName()).toThrow(restError(400, "PGRST100", { details: "expecting a name" }));
  });

  test("rejects an empty quoted name", () => {
    expect(() => scan('""').readName()).toThrow(restError(400, "PGRST100"));
  });

  test.each(['"', '"a', '"a\\', '"a\\"'])("rejects the unterminated name %s", (text) => {
    expect(() => scan(text).readQuoted()).toThrow(
      restError(400, "PGRST100", { details: "unexpected end of input" }),
    );
  });
});

describe("errors", () => {
  test("errors name the parameter and the 1-based column of the first unexpected character", () => {
    const scanner = scan("id)");
    scanner.readName();
    expect(() => scanner.expectEnd()).toThrow(
      restError(400, "PGRST100", {
        message: "failed to parse select parameter (line 1, column 3)",
        details: 'unexpected ")"',
      }),
    );
  });

  test("errors name the expected text", () => {
    expect(() => scan("[1]").expect("(")).toThrow(restError(400, "PGRST100", { details: 'expecting "("' }));
  });

  test("expectEnd does not throw at the end of the text", () => {
    const scanner = scan("a b");
    scanner.readUntil("");
    expect(scanner.isAtEnd).toBe(true);
    expect(() => scanner.expectEnd()).not.toThrow();
  });
});

describe("positions", () => {
  test("consume advances only if the text matches", () => {
    const scanner = scan("not.eq");
    expect(scanner.consume("eq")).toBe(false);
    expect(scanner.consume("not.")).toBe(true);
    expect(scanner.consume("eq")).toBe(true);
    expect(scanner.isAtEnd).toBe(true);
  });

  test("reset returns to a marked position", () => {
    const scanner = scan("alias:column");
    const start = scanner.mark();
    scanner.readName();
    scanner.reset(start);
    expect(scanner.readUntil(":")).toBe("alias");
  });

  test("readUntil stops before the first terminator, or at the end if there is none", () => {
    expect(scan("1,2)").readUntil(",)")).toBe("1");
    expect(scan("1.2").readUntil(",)")).toBe("1.2");
    expect(scan(",").readUntil(",)")).toBe("");
  });

  test("match applies a pattern only at the current position", () => {
    const scanner = scan("eq.5");
    expect(scanner.match(/\d/y)).toBeNull();
    expect(scanner.match(/[a-z]+/y)).toBe("eq");
    expect(scanner.startsWith(".5")).toBe(true);
  });
});
