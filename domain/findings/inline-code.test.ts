import fc from "fast-check";
import { expect, test } from "vitest";
import { splitInlineCode } from "#domain/findings/inline-code.ts";

/** Writes code in brackets. */
const format = (text: string) =>
  splitInlineCode(text)
    .map((part) => (part.isCode ? `[${part.text}]` : part.text))
    .join("");

test.each([
  ["", ""],
  ["No code.", "No code."],
  ["`acuity-service` checks the token.", "[acuity-service] checks the token."],
  ["`a` and `b`", "[a] and [b]"],
  ["A ` alone", "A ` alone"],
  ["`not\nclosed` on the line", "`not\nclosed` on the line"],
  ["```\nblock\n```", "```\nblock\n```"],
  ["``a``", "``a``"],
  ["`<b>x</b>` **not bold**\n# line", "[<b>x</b>] **not bold**\n# line"],
])("splits %j", (text, expected) => {
  expect(format(text)).toBe(expected);
});

test("changes only backticks", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("`", "a", "\n", " ")), (characters) => {
      const text = characters.join("");
      const parts = splitInlineCode(text);
      expect(parts.map((part) => (part.isCode ? `\`${part.text}\`` : part.text)).join("")).toBe(text);
    }),
  );
});
