import { access, constants, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { type Finding, ok, problem, skipped } from "./finding.ts";

const LEAST_FREE_BYTES = 1024 ** 3;
const KEYS_MONTHS = 12;
const MONTH_MS = 30 * 86_400_000;

/** Whether DATA_DIR can be written and has room, and whether the keys in it are private and not too old. */
export async function lookAtDataDirectory({ dataDir }: Config, now: Date): Promise<Finding[]> {
  const isWritable = await access(dataDir, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable)
    return [
      problem(
        "Data directory",
        `${dataDir} cannot be written`,
        "Give it to the account that runs the product, or set DATA_DIR.",
      ),
    ];
  return [ok("Data directory", dataDir), await roomIn(dataDir), ...(await keysIn(dataDir, now))];
}

async function roomIn(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const says = `${(free / 1024 ** 3).toFixed(1)} GB free`;
  if (free >= LEAST_FREE_BYTES) return ok("Disk", says);
  return problem(
    "Disk",
    says,
    "Free at least 1 GB: with a full disk writes are refused until there is room.",
  );
}

async function keysIn(dataDir: string, now: Date): Promise<Finding[]> {
  const file = join(dataDir, "keys.json");
  const found = await stat(file).catch(() => null);
  if (!found) return [skipped("Keys", "none made yet: the first start makes them")];
  const mode = (found.mode & 0o777).toString(8);
  if (process.platform !== "win32" && found.mode & 0o077)
    return [problem("Keys", `${file} has the mode ${mode}`, `Others may read it: chmod 600 ${file}`)];
  const months = Math.floor((now.getTime() - found.mtimeMs) / MONTH_MS);
  const says = `private, ${months} months old`;
  if (months < KEYS_MONTHS) return [ok("Keys", says)];
  return [
    problem(
      "Keys",
      says,
      "Set a new ENCRYPTION_KEY and the old one as ENCRYPTION_KEY_PREVIOUS, then reconnect Square.",
    ),
  ];
}
