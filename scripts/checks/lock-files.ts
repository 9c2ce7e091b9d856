import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listRepositoryFiles, REPOSITORY } from "../command/repository-files.ts";
import { findLockFileProblems } from "./find-lock-file-problems.ts";

// Checks every package-lock.json in the repository.

const files = listRepositoryFiles("*package-lock.json");

const problems = files.flatMap((file) =>
  findLockFileProblems(readFileSync(join(REPOSITORY, file), "utf8")).map((problem) => `${file}: ${problem}`),
);
for (const problem of problems) {
  console.error(problem);
}
process.exitCode = files.length > 0 && problems.length === 0 ? 0 : 1;
