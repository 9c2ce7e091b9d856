import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

/** Lists the files that match the patterns, including uncommitted files and excluding ignored ones. */
export function listRepositoryFiles(...patterns: string[]): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns];
  return (
    execFileSync("git", args, { cwd: REPOSITORY, encoding: "utf8" })
      .split("\n")
      // Git also lists deleted files until the deletion is staged.
      .filter((file) => file !== "" && existsSync(join(REPOSITORY, file)))
  );
}
