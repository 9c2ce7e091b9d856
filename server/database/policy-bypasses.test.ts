import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { POLICY_BYPASSES } from "#server/database/policy-bypasses.ts";

const SERVER_DIR = fileURLToPath(new URL("..", import.meta.url));
/** The files that define `bypassPolicies` and the list. */
const IGNORED_FILES = new Set([
  "database/database.ts",
  "database/limit-transactions.ts",
  "database/policy-bypasses.ts",
]);
const MAX_BYPASSES_IN_API = 13;

test("every call that bypasses the row policies is listed with its reason", async () => {
  expect(await findBypasses()).toEqual(POLICY_BYPASSES);
});

test("only a few endpoint calls bypass the row policies", () => {
  const apiBypasses = Object.entries(POLICY_BYPASSES).filter(([file]) => file.startsWith("api/"));
  expect(apiBypasses.flatMap(([, reasons]) => reasons).length).toBeLessThanOrEqual(MAX_BYPASSES_IN_API);
});

/** Returns the reasons of all `bypassPolicies` calls in the server's source, by file. */
async function findBypasses(): Promise<Record<string, string[]>> {
  const entries = await readdir(SERVER_DIR, { recursive: true, withFileTypes: true });
  const reasonsByFile: [string, string[]][] = [];
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith(".ts") || entry.name.endsWith(".test.ts")) {
      continue;
    }
    const path = join(entry.parentPath, entry.name);
    const file = relative(SERVER_DIR, path);
    const source = IGNORED_FILES.has(file) ? "" : await readFile(path, "utf8");
    const reasons = [
      ...source.matchAll(/(?<!`)\bbypassPolicies\b(?:\(\s*(?:\{\s*reason:\s*["`]([^"`]+)["`])?)?/g),
    ].map(([, reason]) => reason?.replaceAll(/\$\{[^}]*\}/g, "…") ?? "not a literal");
    if (reasons.length > 0) {
      reasonsByFile.push([file, reasons]);
    }
  }
  return Object.fromEntries(reasonsByFile.sort(([one], [other]) => (one < other ? -1 : 1)));
}
