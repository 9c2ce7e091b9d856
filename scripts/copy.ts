/** `npm run copy` lists every string that users, email recipients, API callers and operators read, with its file and line. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CopyScope, findCopy } from "./copy/find-copy.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const SCOPES: readonly (readonly [path: RegExp, scope: CopyScope])[] = [
  [/^(?:app|domain)\/|^brand\.ts$/, "all"],
  [/^server\/(?:email\/messages\/|site\/|jobs\/queue\/schedules\.ts)/, "all"],
  [/^packages\/square-simulator\/pages\//, "all"],
  [/^(?:server|scripts|packages)\//, "messages"],
];
const EXCLUDED = /\.test\.tsx?$|\.d\.ts$|\/test-support\/|\/style\.ts$/;

const files = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx"],
  {
    cwd: ROOT,
    encoding: "utf8",
  },
)
  .split("\n")
  // Git lists deleted files until the deletion is committed.
  .filter((file) => file !== "" && !EXCLUDED.test(file) && existsSync(join(ROOT, file)))
  .sort();

for (const file of files) {
  const scope = SCOPES.find(([path]) => path.test(file))?.[1];
  if (scope) {
    for (const { line, text } of findCopy(file, readFileSync(join(ROOT, file), "utf8"), scope)) {
      console.log(`${file}:${line}  ${text}`);
    }
  }
}
