import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ASSETS = fileURLToPath(new URL("../../build/client/assets/", import.meta.url));
const MOST = 230 * 1024;

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
    if (found.has(script) || !scripts.has(script)) return;
    found.add(script);
    importsOf(script).forEach(visit);
  };
  const begins = /^(entry\.client|root|shell|client-portal|manifest)-/;
  [...scripts].filter((script) => begins.test(script)).forEach(visit);
  const weights = [...found].map(
    (script) => statSync(`${ASSETS}${script}.br`, { throwIfNoEntry: false }) ?? statSync(ASSETS + script),
  );
  expect(found.size).toBeGreaterThan(20);
  expect(weights.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(MOST);
});
