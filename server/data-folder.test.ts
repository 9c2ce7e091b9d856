import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ConfigurationError, parseConfig } from "#server/config.ts";
import { requireDataFolder } from "#server/data-folder.ts";
import { loadKeys } from "#server/keys.ts";
import { aFolder } from "#tests/support/browser.ts";

async function aPlace(): Promise<string> {
  const folder = await aFolder();
  onTestFinished(folder.remove);
  return folder.path;
}

test("a missing data folder is made, for its owner alone, and nothing is left in it", async () => {
  const folder = join(await aPlace(), "firm", "data");
  requireDataFolder(folder);
  requireDataFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder)).toEqual([]);
});

test("one that cannot be written to is one line with the system's reason", async () => {
  const file = join(await aPlace(), "file");
  writeFileSync(file, "");
  // Nobody makes folders in /proc, root neither.
  const places = [file, join(file, "data"), ...(process.platform === "linux" ? ["/proc/firm/data"] : [])];
  for (const place of places) {
    const complaint = complaintOf(() => requireDataFolder(place));
    expect(complaint).toMatch(new RegExp(`^DATA_DIR: ${place} cannot be written to \\(E[A-Z]+\\)[^\\n]*$`));
  }
});

test("keys that cannot be read are one line, and are not replaced", async () => {
  const folder = await aPlace();
  const file = join(folder, "keys.json");
  for (const text of ["", "{}"]) {
    writeFileSync(file, text);
    const complaint = complaintOf(() => loadKeys(parseConfig({ DATA_DIR: folder })));
    expect(complaint).toMatch(/^DATA_DIR: [^\n]*keys\.json cannot be used[^\n]*$/);
    expect(statSync(file).size).toBe(text.length);
  }
});

function complaintOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return "";
}
