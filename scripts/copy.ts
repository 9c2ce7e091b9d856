/** `npm run copy` lists the strings that users, email recipients, API callers and operators read, with file and line. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listRepositoryFiles, REPOSITORY } from "./command/repository-files.ts";
import { type CopyScope, findCopy } from "./copy/find-copy.ts";

const SCOPES: readonly (readonly [path: RegExp, scope: CopyScope])[] = [
  [/^(?:app|domain)\/|^brand\.ts$/, "all"],
  [/^server\/(?:email\/messages\/|site\/|jobs\/queue\/schedules\.ts)/, "all"],
  [/^packages\/square-simulator\/pages\//, "all"],
  [/^(?:server|scripts|packages)\//, "messages"],
];
const EXCLUDED = /\.test\.tsx?$|\.d\.ts$|\/test-support\/|\/style\.ts$/;

const files = listRepositoryFiles("*.ts", "*.tsx")
  .filter((file) => !EXCLUDED.test(file))
  .sort();

for (const file of files) {
  const scope = SCOPES.find(([path]) => path.test(file))?.[1];
  if (scope) {
    for (const { line, text } of findCopy(file, readFileSync(join(REPOSITORY, file), "utf8"), scope)) {
      console.log(`${file}:${line}  ${text}`);
    }
  }
}
