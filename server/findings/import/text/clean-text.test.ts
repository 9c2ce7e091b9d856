import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "#tests/support/any-character.ts";
import { cleanLine, cleanText } from "./clean-text.ts";
import { SECRET_REMOVED } from "./mask-secrets.ts";

test.each([
  ["Unicode tags", "a\u{e0061}\u{e0062}b", "ab"],
  ["direction marks", "a\u202e\u2066\u200f\u061cb", "ab"],
  ["control characters", "a\u0000\u001b[31m\u0085b", "a[31mb"],
])("removes %s and reports it", (_, raw, text) => {
  expect(cleanText(raw)).toEqual({ text, hadHiddenCharacters: true });
});

test("keeps tabs and line breaks, and converts other line breaks", () => {
  expect(cleanText("a\tb\nc\r\nd\re\u2028f")).toEqual({
    text: "a\tb\nc\nd\ne\nf",
    hadHiddenCharacters: false,
  });
});

test.each([
  ["/home/jane/model.bin", "~/model.bin"],
  ["path=/Users/jane/x and /home/joe", "path=~/x and ~"],
  ["C:\\Users\\Jane Doe\\model.bin", "~\\model.bin"],
  ["C:\\\\Users\\\\jane\\\\model.bin", "~\\\\model.bin"],
  ["/mnt/c/Users/jane/x", "~/x"],
  ["https://example.com/home/about", "https://example.com/home/about"],
  ["/homework/a", "/homework/a"],
])("replaces home folders: %s", (raw, text) => {
  expect(cleanText(raw).text).toBe(text);
});

describe("secrets", () => {
  // Composed, so that scanners do not report this file.
  const key = "a1B2".repeat(10);
  test.each([
    ["OpenAI", `sk-proj-${key}`],
    ["Stripe", `sk_live_${key}`],
    ["AWS", `AKIA${"A1B2".repeat(4)}`],
    ["GitHub", `ghp_${key}`],
    ["GitHub, fine-grained", `github_pat_${key}`],
    ["GitLab", `glpat-${key}`],
    ["Slack", `xoxb-${key}`],
    ["Google", `AIza${key.slice(0, 35)}`],
    ["Google, for OAuth", `ya29.${key}`],
    ["Hugging Face", `hf_${key}`],
    ["npm", `npm_${key}`],
    ["SendGrid", `SG.${key}.${key}`],
    ["a JSON web token", `eyJ${key}.${key}.${key}`],
    ["a private key", `-----BEGIN RSA PRIVATE KEY-----\n${key}\n-----END RSA PRIVATE KEY-----`],
    ["a private key that is cut", `-----BEGIN PRIVATE KEY-----\n${key}\n${key}`],
  ])("masks a key of %s", (_, secret) => {
    const { text } = cleanText(`Before ${secret}`);
    expect(text).toBe(`Before ${SECRET_REMOVED}`);
  });

  test.each([
    [`Authorization: Bearer ${key}`, `Authorization: Bearer ${SECRET_REMOVED}`],
    [`authorization: basic ${key}`, `authorization: basic ${SECRET_REMOVED}`],
    [`"x-api-key": "${key}"`, `"x-api-key": "${SECRET_REMOVED}"`],
    ["postgres://app:hunter2@db/app", `postgres://app:${SECRET_REMOVED}@db/app`],
    ["jane@example.com", "jane@example.com"],
    ["Bearer of news", "Bearer of news"],
    ["risk-assessment-of-the-product", "risk-assessment-of-the-product"],
  ])("masks %s", (raw, text) => {
    expect(cleanText(raw).text).toBe(text);
  });

  test("masks a key that hidden characters separate", () => {
    expect(cleanText(`ghp_\u{e0041}${key}`).text).toBe(SECRET_REMOVED);
  });
});

test("returns one line of valid Unicode for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (raw) => {
      const line = cleanLine(raw);
      expect(line).not.toMatch(/\n|\r|\p{Cc}/u);
      expect(line.isWellFormed()).toBe(true);
    }),
  );
});
