import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { brand } from "#brand";
import { EMAIL_TOPICS } from "#domain/clients/email-preferences.ts";
import { createEmailExamples } from "./examples.ts";
import { renderHtml } from "./render-html.ts";
import { renderText } from "./render-text.ts";

const PUBLIC_URL = "https://portal.firm.example";
const folder = new URL("./messages/", import.meta.url);
const WORD = /[\p{L}\p{N}]+/gu;
const allExamples = Object.entries(createEmailExamples(brand, PUBLIC_URL));

test("has an example of every email template", async () => {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  const templateNames = modules.flatMap((module) => Object.keys(module));
  expect(templateNames.length).toBeGreaterThan(20);
  expect(allExamples.map(([name]) => name).sort()).toEqual(templateNames.sort());
});

test.each(allExamples)("renders %s as text and HTML, with at most one button", async (_, {
  to,
  subject,
  blocks,
}) => {
  expect(to).not.toBe("");
  // The subject is a single line that is short enough for a phone.
  expect(subject).toMatch(/^\S.{5,110}\S$/);
  const text = renderText(blocks);
  expect(`${subject} ${text}`).not.toMatch(/undefined|null|NaN|\[object|Invalid/);
  const page = await renderHtml({ subject, blocks }, { name: brand.name, publicUrl: PUBLIC_URL });
  const buttons = blocks.filter((block) => block.type === "button");
  expect(buttons.length).toBeLessThanOrEqual(1);
  for (const { url } of buttons) {
    expect(text).toContain(url);
    expect(page).toContain('class="button-link" href="');
  }
  expect(text).toContain("Why you got this: ");
});

test.each(allExamples)("%s has the same content as text and HTML", async (_, { subject, blocks }) => {
  const page = await renderHtml({ subject, blocks }, { name: brand.name, publicUrl: PUBLIC_URL });
  const wordsInHtml = new Set(htmlToText(page).match(WORD));
  const wordsInText = renderText(blocks).match(WORD) ?? [];
  expect(wordsInText.filter((word) => !wordsInHtml.has(word))).toEqual([]);
});

test("only the emails that clients can turn off link to the email settings", () => {
  const names = allExamples
    .filter(([, { blocks }]) => blocks.some(({ type }) => type === "preferences"))
    .map(([name]) => name);
  expect(names.sort()).toEqual([
    "documentsReady",
    "findingsChanged",
    "invoiceDueSoon",
    "invoicesDueSoon",
    "meetingReminder",
    "paymentReceived",
    "projectStatusChanged",
    "proposalCommented",
    "proposalReminder",
    "unreadMessagesForClient",
  ]);
  // One topic has an email about one invoice and one about several.
  expect(names).toHaveLength(Object.keys(EMAIL_TOPICS).length + 1);
});

test("emails to clients and visitors greet them and are signed", () => {
  for (const [name, { to, blocks }] of allExamples) {
    if (["The client", "The visitor", "The account owner"].includes(to)) {
      const text = renderText(blocks);
      expect(text, name).toMatch(/^Hi( Jonas)?,\n/);
      expect(text, name).toMatch(new RegExp(`\n(The ${brand.name} team|.+, ${brand.name})\n`));
    }
  }
});

test("every address of the firm in the text is a link", async () => {
  for (const [name, example] of allExamples) {
    const page = await renderHtml(example, { name: brand.name, publicUrl: PUBLIC_URL });
    const address = brand.contactEmail.replaceAll(".", "\\.");
    expect(page.replaceAll(/<a .*?<\/a>/g, ""), name).not.toMatch(new RegExp(address));
  }
});

/** Subjects with a time name its zone, and those of consultations the visitor. */
const LONG_SUBJECTS = /^(booking|meeting|proposedTime|consultation)/;

test("subjects fit in a line of a mail app, also with long names", () => {
  for (const [name, { subject }] of allExamples) {
    if (!LONG_SUBJECTS.test(name)) {
      expect(subject.length, `${name}: ${subject}`).toBeLessThanOrEqual(65);
    }
  }
});

/** Returns the text and the links of an email. */
function htmlToText(page: string): string {
  return page
    .replace(/^[\s\S]*<body/, "<body")
    .replaceAll("<wbr />", "")
    .replaceAll(/<[^>]*?(?: href="([^"]*)"[^>]*)?>/g, " $1 ")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
