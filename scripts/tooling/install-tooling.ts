import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const TOOLING = fileURLToPath(new URL("../../tooling/", import.meta.url));

/**
 * Installs the packages of tooling/ if they are missing or their lock file has changed. Only checks and tests use them, so
 * they are not installed with the product's dependencies.
 * @throws {Error} if the installation fails
 */
export function installTooling(folder: string = TOOLING, install: Install = runNpmCi): void {
  const stampFile = join(folder, "node_modules", ".installed-from");
  const lockHash = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === lockHash) {
    return;
  }
  console.log("Installing the test and lint tools (about 220 MB, first time only)…");
  const { ok, output } = install(folder);
  if (!ok) {
    throw new Error(`The tools of ${folder} could not be installed. Run npm ci there to see why.\n${output}`);
  }
  // Write the stamp last, so that an interrupted installation is repeated.
  writeFileSync(stampFile, lockHash);
}

type Install = (folder: string) => { ok: boolean; output: string };

function runNpmCi(folder: string): ReturnType<Install> {
  const result = spawnSync("npm", ["ci", "--prefix", folder], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  return {
    ok: result.status === 0,
    output: `${result.stdout ?? ""}${result.stderr ?? ""}${result.error?.message ?? ""}`,
  };
}
