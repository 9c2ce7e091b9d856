import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ASSETS = fileURLToPath(new URL("../../build/client/assets/", import.meta.url));
const MOST = 230 * 1024;
/** Draws PDF: fetched by who opens the details of one, and by nobody else. */
const PDF_RENDERER = /^pdf-pages-/;
const MOST_OF_THE_RENDERER = 400 * 1024;

/** The scripts a script imports, at once or when wanted. */
function importsOf(script: string): string[] {
  const text = readFileSync(ASSETS + script, "utf8");
  return Array.from(
    text.matchAll(/(?:from|import)\s*\(?\s*["'`]\.?\/?(?:assets\/)?([\w.-]+\.js)["'`]/g),
    ([, name = ""]) => name,
  );
}

test("all scripts of the portal, every section included, weigh at most 230 KB compressed", () => {
  const scripts = new Set(readdirSync(ASSETS).filter((name) => name.endsWith(".js")));
  const found = new Set<string>();
  const visit = (script: string): void => {
    if (found.has(script) || !scripts.has(script) || PDF_RENDERER.test(script)) return;
    found.add(script);
    importsOf(script).forEach(visit);
  };
  const begins = /^(entry\.client|root|shell|client-portal|manifest)-/;
  [...scripts].filter((script) => begins.test(script)).forEach(visit);
  expect(found.size).toBeGreaterThan(20);
  expect([...found].reduce((sum, script) => sum + weightOf(script), 0)).toBeLessThanOrEqual(MOST);
});

test("the script that draws PDF comes only when wanted, and weighs at most 400 KB compressed", () => {
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith(".js"));
  const [renderer = "", ...others] = scripts.filter((name) => PDF_RENDERER.test(name));
  expect(others).toEqual([]);
  expect(weightOf(renderer)).toBeLessThanOrEqual(MOST_OF_THE_RENDERER);
  const texts = scripts.map((script) => readFileSync(ASSETS + script, "utf8"));
  const importers = texts.filter(
    (text) => text.includes(`import("./${renderer}")`) || text.includes(`import(\`./${renderer}\`)`),
  );
  expect(importers).toHaveLength(1);
  expect(texts.filter((text) => text.includes(`from"./${renderer}"`))).toEqual([]);
});

/** Bytes a script weighs on its way: compressed where that is worth it. */
function weightOf(script: string): number {
  const { size } = statSync(`${ASSETS}${script}.br`, { throwIfNoEntry: false }) ?? statSync(ASSETS + script);
  return size;
}
