import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCES = [
  "app",
  "domain",
  "supabase/database.types.ts",
  "public",
  "scripts/build",
  "server/pdf",
  "brand.ts",
  "vite.config.ts",
  "react-router.config.ts",
  "package-lock.json",
];
const STAMP_FILE = join(ROOT, "build", "built-from.txt");

/**
 * Builds the pages if they have not been built, or if their sources have changed.
 * @throws {Error} if the build fails.
 */
export function buildIfStale(writeLine: (line: string) => void): void {
  const fingerprint = hashFiles(SOURCES.map((path) => join(ROOT, path)));
  if (existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, "utf8") === fingerprint) {
    return;
  }
  writeLine("Building the pages. This takes about 20 seconds and only happens once…");
  build(fingerprint);
}

/** Builds the pages, even if the last build is up to date. */
export function buildPages(): void {
  build(hashFiles(SOURCES.map((path) => join(ROOT, path))));
}

function build(fingerprint: string): void {
  const result = spawnSync(
    process.execPath,
    [join(ROOT, "node_modules/@react-router/dev/bin.cjs"), "build"],
    {
      cwd: ROOT,
      encoding: "utf8",
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  if (result.status !== 0) {
    throw new Error(`We couldn't build the pages:\n${result.stdout}\n${result.stderr}`);
  }
  // Write the stamp last, so that an interrupted build is repeated.
  writeFileSync(STAMP_FILE, fingerprint);
}

function hashFiles(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(listFiles).sort()) {
    hash.update(path.slice(ROOT.length)).update("\0").update(readFileSync(path));
  }
  return hash.digest("hex");
}

function listFiles(path: string): string[] {
  if (!existsSync(path)) {
    return [];
  }
  if (statSync(path).isFile()) {
    return [path];
  }
  const entries = readdirSync(path, { withFileTypes: true, recursive: true }).filter(
    (entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name),
  );
  return entries.map((entry) => join(entry.parentPath, entry.name));
}
