import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { brand } from "#brand";
import { examples } from "./examples.ts";
import { htmlOf } from "./html.ts";

const publicUrl = "https://portal.firm.example";
const folder = new URL("./messages/", import.meta.url);
const every = Object.entries(examples(brand, publicUrl));

test("every template of a message has an example", async () => {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  const templates = modules.flatMap((module) => Object.keys(module));
  expect(templates.length).toBeGreaterThan(20);
  expect(every.map(([name]) => name).sort()).toEqual(templates.sort());
});

test.each(every)("%s is whole as text and as HTML", async (_, { to, subject, text }) => {
  expect(to).not.toBe("");
  // A header is one line, and a phone shows about this much of it.
  expect(subject).toMatch(/^\S.{5,110}\S$/);
  expect(`${subject} ${text}`).not.toMatch(/undefined|null|NaN|\[object|Invalid/);
  const page = await htmlOf({ subject, text }, { name: brand.name, publicUrl });
  // What is to be opened can be pressed.
  if (text.includes(publicUrl)) expect(page).toContain(`href="${publicUrl}/`);
});
