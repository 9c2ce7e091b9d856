import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listRepositoryFiles, REPOSITORY } from "../command/repository-files.ts";
import { findViolations } from "./find-violations.ts";

// Checks conventions that Biome has no rule for. See CONTRIBUTING.md.

const files = listRepositoryFiles("*.ts", "*.tsx").filter((file) => !file.endsWith("database.types.ts"));

const violations = files.flatMap((file) =>
  findViolations(file, readFileSync(join(REPOSITORY, file), "utf8")),
);
for (const { file, line, message } of violations) {
  console.error(`${file}:${line}: ${message}`);
}
process.exitCode = violations.length === 0 ? 0 : 1;
