import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findViolations } from "./conventions/find-violations.ts";

// `npm run check` runs this for the conventions Biome has no rule for. See CONTRIBUTING.md.
const ROOT = fileURLToPath(new URL("..", import.meta.url));

const files = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx"],
  {
    cwd: ROOT,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((file) => file !== "" && !file.endsWith("database.types.ts") && existsSync(`${ROOT}${file}`));

const violations = files.flatMap((file) => findViolations(file, readFileSync(`${ROOT}${file}`, "utf8")));
for (const { file, line, message } of violations) {
  console.error(`${file}:${line}: ${message}`);
}
process.exitCode = violations.length === 0 ? 0 : 1;
