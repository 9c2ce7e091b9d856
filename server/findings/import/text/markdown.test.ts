import fc from "fast-check";
import { expect, test } from "vitest";
import { findActiveNodes, findCodeBlocks } from "#server/findings/import/test-support/markdown-nodes.ts";
import { codeBlock, escapeActiveMarkdown, escapeMarkdown, inlineCode } from "./markdown.ts";

const markdownText = fc
  .array(
    fc.constantFrom(
      ..."`,~,<,>,[,],(,),!,\\,*,_,#,-,|,&,:,\n, ,a,1.,```,~~~,<b>,[x](y),[x]: y,\n\n,    ".split(","),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

test("shows any text unchanged in a code block", () => {
  fc.assert(
    fc.property(markdownText, (text) => {
      expect(findCodeBlocks(codeBlock(text))).toEqual([text]);
    }),
  );
});

test("uses a longer fence than the content", () => {
  expect(codeBlock("a ```` b")).toBe("`````text\na ```` b\n`````");
  expect(codeBlock("`".repeat(100)).length).toBeLessThan(200);
});

test("escapes all Markdown of plain text", () => {
  fc.assert(
    fc.property(markdownText, (text) => {
      const escaped = escapeMarkdown(text);
      expect(findActiveNodes(escaped)).toEqual([]);
      expect(findCodeBlocks(escaped)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test("closes a code block at the end", () => {
  expect(escapeActiveMarkdown("````js\n<b>\n```")).toBe("````js\n<b>\n```\n````");
});

test("escapes fences in lists and quotes, which could end in other places", () => {
  expect(escapeActiveMarkdown(" ~~~\n```\n~~~\n<b>\n```\n<b>")).toBe(" \\~\\~\\~\n```\n~~~\n<b>\n```\n\\<b>");
});

test("leaves no HTML, links or images in Markdown", () => {
  fc.assert(
    fc.property(markdownText, (text) => {
      expect(findActiveNodes(escapeActiveMarkdown(text))).toEqual([]);
    }),
    { numRuns: 600 },
  );
});

test.each([
  ["a", "`a`"],
  ["a`b", "`` a`b ``"],
  ["`a", "`` `a ``"],
])("formats %s as inline code", (text, expected) => {
  expect(inlineCode(text)).toBe(expected);
});
