import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findLockFileProblems } from "./lock-files/find-lock-file-problems.ts";

// `npm run check` runs this on every lock file of the repository.
const ROOT = fileURLToPath(new URL("..", import.meta.url));

const files = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "*package-lock.json"],
  {
    cwd: ROOT,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((file) => file !== "");

const problems = files.flatMap((file) =>
  findLockFileProblems(readFileSync(`${ROOT}${file}`, "utf8")).map((problem) => `${file}: ${problem}`),
);
for (const problem of problems) {
  console.error(problem);
}
process.exitCode = files.length > 0 && problems.length === 0 ? 0 : 1;
