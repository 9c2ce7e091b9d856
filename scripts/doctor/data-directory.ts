import { access, constants, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { type Finding, ok, problem, skipped } from "./finding.ts";

const MIN_FREE_BYTES = 1024 ** 3;
const MAX_KEY_AGE_MONTHS = 12;
const MONTH_MS = 30 * 86_400_000;

/** Checks that DATA_DIR is writable and has free space, and that only the owner can read its keys and they are recent. */
export async function checkDataDirectory({ dataDir }: Config, now: Date): Promise<Finding[]> {
  const isWritable = await access(dataDir, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) {
    return [
      problem(
        "Data directory",
        `${dataDir} is not writable`,
        "Make it writable for the account that runs the product, or set DATA_DIR.",
      ),
    ];
  }
  return [ok("Data directory", dataDir), await checkDiskSpace(dataDir), ...(await checkKeys(dataDir, now))];
}

async function checkDiskSpace(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir);
  const freeBytes = bavail * bsize;
  const detail = `${(freeBytes / 1024 ** 3).toFixed(1)} GB free`;
  if (freeBytes >= MIN_FREE_BYTES) {
    return ok("Disk", detail);
  }
  return problem("Disk", detail, "Free up at least 1 GB. Writes fail when the disk is full.");
}

async function checkKeys(dataDir: string, now: Date): Promise<Finding[]> {
  const file = join(dataDir, "keys.json");
  const stats = await stat(file).catch(() => null);
  if (!stats) {
    return [skipped("Keys", "not created yet; the first start creates them")];
  }
  const mode = (stats.mode & 0o777).toString(8);
  if (process.platform !== "win32" && stats.mode & 0o077) {
    return [
      problem("Keys", `${file} has mode ${mode}, so other accounts can read it`, `Run: chmod 600 ${file}`),
    ];
  }
  const ageMonths = Math.floor((now.getTime() - stats.mtimeMs) / MONTH_MS);
  const detail = `private, ${ageMonths} months old`;
  if (ageMonths < MAX_KEY_AGE_MONTHS) {
    return [ok("Keys", detail)];
  }
  return [
    problem(
      "Keys",
      detail,
      "Rotate it: set a new ENCRYPTION_KEY, set ENCRYPTION_KEY_PREVIOUS to the old one, restart, and reconnect Square.",
    ),
  ];
}
