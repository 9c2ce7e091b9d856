import fc from "fast-check";
import type { Nodes } from "mdast";
import { describe, expect, test } from "vitest";
import { isSafeUrl, parseMarkdown } from "#domain/findings/markdown.ts";
import { anyCharacter } from "#tests/support/any-character.ts";

/** Much more than a parse takes, also on a busy machine. Without limits, the worst of these texts take 25 s. */
const MAX_MS = 15_000;

/** The texts of the tree. */
function toText(markdown: string): string {
  const collect = (node: Nodes): string => {
    if ("children" in node) {
      return node.children.map(collect).join("");
    }
    return "value" in node ? node.value : "alt" in node ? (node.alt ?? "") : "";
  };
  return collect(parseMarkdown(markdown));
}

/** Controls that change the direction of text, and Unicode tag characters. */
const HIDDEN_CHARACTERS = [
  0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0xe0000,
  0xe0001, 0xe0041, 0xe007f,
].map((code) => [code.toString(16), String.fromCodePoint(code)] as const);

describe("isSafeUrl", () => {
  test.each([
    "https://example.com",
    "https://example.com/a?b=c#d",
    "HTTPS://EXAMPLE.COM",
    "https://[::1]/",
    "mailto:ada@acme.example",
    "MailTo:ada@acme.example?subject=Hello",
  ])("accepts %j", (url) => {
    expect(isSafeUrl(url)).toBe(true);
  });

  test.each([
    "",
    "https:",
    "https://",
    "https:///example.com",
    "https:example.com",
    "https:/example.com",
    "https:\\\\example.com",
    "https://example.com/a b",
    "https://example.com\n",
    "https://\nexample.com",
    " https://example.com",
    "\u0000https://example.com",
    "mailto:",
    "mailto: ada@acme.example",
    "mailto:/etc/passwd",
    "http://example.com",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "javascript:alert(1)//https://example.com",
    "javascript:alert(1)\nhttps://example.com",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "ftp://example.com",
    "blob:https://example.com/1",
    "view-source:https://example.com",
    "intent://example.com",
    "httpsx://example.com",
    "xhttps://example.com",
    "//example.com",
    "\\\\example.com\\share",
    "/admin",
    "admin",
    "./admin",
    "../admin",
    "?a=b",
    "#a",
    "www.example.com",
  ])("rejects %j", (url) => {
    expect(isSafeUrl(url)).toBe(false);
  });

  test("accepts only URLs whose parsed scheme is https or mailto", () => {
    const schemes = fc.constantFrom("https://", "mailto:", "javascript:", "data:", "http://", "//", "/", "");
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 3 }),
        schemes,
        fc.string(),
        (before, scheme, after) => {
          const url = `${before}${scheme}${after}`;
          if (isSafeUrl(url)) {
            expect(url).toMatch(/^(?:https|mailto):/i);
          }
        },
      ),
    );
  });
});

describe("hidden characters", () => {
  test.each(HIDDEN_CHARACTERS)("U+%s is shown as �", (_code, character) => {
    expect(toText(`a${character}b`)).toBe("a\ufffdb");
    expect(toText(`\`a${character}b\``)).toBe("a\ufffdb");
    expect(toText(`    a${character}b`)).toBe("a\ufffdb");
    expect(toText(`![a${character}b](c.png)`)).toBe("a\ufffdb");
    expect(toText(`<b>${character}`)).toBe("<b>\ufffd");
  });

  test.each(HIDDEN_CHARACTERS)("U+%s is shown as � when it is a character reference", (code, character) => {
    expect(toText(`a&#x${code};b`)).not.toContain(character);
    expect(toText(`a&#${Number.parseInt(code, 16)};b`)).not.toContain(character);
    expect(toText(`![a&#x${code};b](c.png)`)).not.toContain(character);
  });

  test.each([
    ["&lrm;", "\u200e"],
    ["&rlm;", "\u200f"],
  ])("%s is shown as �", (reference, character) => {
    expect(toText(`a${reference}b`)).not.toContain(character);
  });

  test("replaces each of several characters", () => {
    expect(toText("\u202ea\u202eb\u{e0041}\u{e0042}")).toBe("\ufffda\ufffdb\ufffd\ufffd");
  });

  test.each([
    "שלום עולם",
    "مرحبا",
    "👩‍💻 café",
    "日本語",
    "a\u00a0b",
    "\u{1f600}\u{e0100}",
  ])("does not change %j", (text) => {
    expect(toText(text)).toBe(text);
  });
});

test.each([
  ["quotes", `${"> ".repeat(100)}a`],
  ["lists", `${"- ".repeat(100)}a`],
  ["numbered lists", `${"1. ".repeat(100)}a`],
  ["emphasis marks", `${"*".repeat(100)}a`],
  ["emphasized words", "*a* ".repeat(1000)],
])("shows a text with too many %s as a code block", (_name, text) => {
  expect(parseMarkdown(text).children).toEqual([{ type: "code", value: text }]);
});

test("parses any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
      expect(typeof toText(text)).toBe("string");
    }),
  );
});

/** All texts are shorter than the maximum length of a section. */
test.each([
  ["quotes", `${">".repeat(2000)}a`],
  ["brackets", "[".repeat(2000)],
  ["images", "![".repeat(2000)],
  ["lists in one line", `${"- ".repeat(4000)}a`],
  ["emphasis", `${"*".repeat(8000)}a${"*".repeat(8000)}`],
  ["angle brackets", "<".repeat(20_000)],
  ["comments", "<!--".repeat(5000)],
  ["backticks", Array.from({ length: 190 }, (_, index) => "`".repeat(index + 1)).join(" ")],
  ["links", "[a](".repeat(5000)],
  ["table cells", `${"|a".repeat(4000)}\n${"|-".repeat(4000)}`],
])("parses deeply nested or repeated %s in reasonable time", (_name, text) => {
  const startedAt = performance.now();
  expect(toText(text)).toEqual(expect.any(String));
  expect(performance.now() - startedAt).toBeLessThan(MAX_MS);
});
