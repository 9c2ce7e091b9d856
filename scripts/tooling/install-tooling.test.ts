import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { installTooling } from "./install-tooling.ts";

let folder = "";

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  folder = mkdtempSync(join(tmpdir(), "tooling-"));
  writeFileSync(join(folder, "package-lock.json"), "first");
});

afterEach(() => rmSync(folder, { recursive: true }));

const install = vi.fn((target: string) => {
  mkdirSync(join(target, "node_modules"), { recursive: true });
  return { ok: true, output: "" };
});

test("installs again only after the lock file changes", () => {
  install.mockClear();
  installTooling(folder, install);
  installTooling(folder, install);
  expect(install).toHaveBeenCalledTimes(1);

  writeFileSync(join(folder, "package-lock.json"), "second");
  installTooling(folder, install);
  expect(install).toHaveBeenCalledTimes(2);
});

test("reports a failed installation and retries it on the next run", () => {
  install.mockClear();
  const fail = () => ({ ok: false, output: "E404 not found" });
  expect(() => installTooling(folder, fail)).toThrow(/could not be installed.*\nE404 not found/);

  installTooling(folder, install);
  expect(install).toHaveBeenCalledTimes(1);
});
