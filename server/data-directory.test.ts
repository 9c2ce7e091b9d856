import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ConfigurationError, parseConfig } from "#server/config.ts";
import { ensureDataDirectory } from "#server/data-directory.ts";
import { loadKeys } from "#server/keys.ts";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";

async function createTempDirectory(): Promise<string> {
  const folder = await createTempFolder();
  onTestFinished(folder.remove);
  return folder.path;
}

test("creates a missing data directory readable only by its owner", async () => {
  const folder = join(await createTempDirectory(), "firm", "data");
  ensureDataDirectory(folder);
  ensureDataDirectory(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder)).toEqual([]);
});

test("rejects a directory that is not writable, with a one-line message that contains the error code", async () => {
  const file = join(await createTempDirectory(), "file");
  writeFileSync(file, "");
  // Not even root can create directories in /proc.
  const paths = [file, join(file, "data"), ...(process.platform === "linux" ? ["/proc/firm/data"] : [])];
  for (const path of paths) {
    const message = readErrorMessage(() => ensureDataDirectory(path));
    expect(message).toMatch(new RegExp(`^DATA_DIR: ${path} is not writable \\(E[A-Z]+\\)[^\\n]*$`));
  }
});

test("rejects an unreadable keys file with a one-line message and does not replace it", async () => {
  const folder = await createTempDirectory();
  const file = join(folder, "keys.json");
  for (const text of ["", "{}"]) {
    writeFileSync(file, text);
    const message = readErrorMessage(() => loadKeys(parseConfig({ DATA_DIR: folder })));
    expect(message).toMatch(/^DATA_DIR: [^\n]*keys\.json cannot be used[^\n]*$/);
    expect(statSync(file).size).toBe(text.length);
  }
});

function readErrorMessage(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigurationError) {
      return error.message;
    }
    throw error;
  }
  return "";
}
