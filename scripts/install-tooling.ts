import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const TOOLING = fileURLToPath(new URL("../tooling/", import.meta.url));

/**
 * Installs the packages of tooling/ if they are missing or older than their lock file. They are 220 MB that only checks
 * and tests use, so `npm ci` in the repository leaves them out.
 * @throws {Error} if the installation fails
 */
export function installTooling(folder: string = TOOLING, installer: Installer = npmCi): void {
  const stamp = join(folder, "node_modules", ".installed-from");
  const lockHash = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lockHash) {
    return;
  }
  console.log("Installing the test and check tools (about 220 MB, first time only)…");
  const { ok, output } = installer(folder);
  if (!ok) {
    throw new Error(`The tools of ${folder} could not be installed. Run npm ci there to see why.\n${output}`);
  }
  // Written last, so that an interrupted installation is repeated.
  writeFileSync(stamp, lockHash);
}

type Installer = (folder: string) => { ok: boolean; output: string };

function npmCi(folder: string): ReturnType<Installer> {
  const run = spawnSync("npm", ["ci", "--prefix", folder], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  return {
    ok: run.status === 0,
    output: `${run.stdout ?? ""}${run.stderr ?? ""}${run.error?.message ?? ""}`,
  };
}
