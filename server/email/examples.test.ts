import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { brand } from "#brand";
import { createEmailExamples } from "./examples.ts";
import { renderHtml } from "./render-html.ts";
import { renderText } from "./render-text.ts";

const PUBLIC_URL = "https://portal.firm.example";
const folder = new URL("./messages/", import.meta.url);
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
    expect(page).toContain('class="button" href="');
  }
  expect(text).toContain("Why you got this: ");
});
