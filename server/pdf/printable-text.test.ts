import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPrintable, toGlyphRuns, toPlainText, toPrintableText } from "#server/pdf/printable-text.ts";
import { anyCharacter } from "#tests/support/any-character.ts";

describe("printable text", () => {
  test("keeps text that the font can show", () => {
    expect(toGlyphRuns("Příliš žluťoučký, Київ, Việt Nam", "regular")).toEqual([
      { text: "Příliš žluťoučký, Київ, Việt Nam", font: "regular" },
    ]);
  });

  test("uses the monospace font for characters that only it has", () => {
    expect(toGlyphRuns("A → B", "regular")).toEqual([
      { text: "A ", font: "regular" },
      { text: "→", font: "mono" },
      { text: " B", font: "regular" },
    ]);
  });

  test.each([
    ["other scripts", "你好 a", "\\u{4F60 597D} a"],
    ["emoji", "\u{1F468}\u200D\u{1F469}", "\\u{1F468 200D 1F469}"],
    ["characters that change the direction", "a\u202Eb", "a\\u{202E}b"],
    ["control characters", "a\u0000\u001b[31mb", "a\\u{0 1B}[31mb"],
    ["marks on other characters", "Z\u0322\u0353", "Z\\u{322 353}"],
    ["lone surrogates", "\ud800", "\\u{D800}"],
    ["line separators", "a\u2028b", "a\\u{2028}b"],
  ])("escapes %s", (_, text, printable) => {
    expect(toPrintableText(text)).toBe(printable);
  });

  test.each([
    ["Zoë Dvořáková-O’Neill", true],
    ["Nguye\u0302\u0303n", true],
    ["Зоя Ковальчук", true],
    ["李小龙", false],
    ["Ελένη", false],
    ["محمد", false],
    ["Ada\u200dMoreno", false],
  ])("requires no escapes for %s: %s", (text, expected) => {
    expect(isPrintable(text)).toBe(expected);
  });

  test("composes characters that have a glyph", () => {
    expect(toPrintableText("e\u0301")).toBe("é");
  });

  test("never contains hidden characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(toPrintableText(text, "mono")).toMatch(/^[\n\P{C}]*$/u);
        expect(toPlainText(text)).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}]*$/u);
      }),
    );
  });
});
