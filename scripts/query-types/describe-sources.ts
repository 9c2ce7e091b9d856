import { execFileSync } from "node:child_process";
import type pg from "pg";
import { readQueryCatalog } from "./catalog.ts";
import { describeStatement, type StatementDescription, StatementError } from "./describe-statement.ts";
import { findStatements, type StatementProblem } from "./find-statements.ts";
import { createModuleReader } from "./source-module.ts";

/** The source files of a product or package, and the schemas that their statements use. */
export type StatementSources = {
  /** Directories, relative to the repository root. */
  directories: readonly string[];
  /** Schemas whose check constraints can limit a column to a set of values. */
  schemas: string[];
};

/** Describes the statements in all source files except tests. */
export async function describeSources(
  client: pg.ClientBase,
  root: string,
  { directories, schemas }: StatementSources,
): Promise<{ statements: Map<string, StatementDescription>; problems: StatementProblem[] }> {
  const catalog = await readQueryCatalog(client, schemas);
  const readModule = createModuleReader(root);
  const statements = new Map<string, StatementDescription>();
  const problems: StatementProblem[] = [];
  for (const file of listSources(root, directories)) {
    const module = readModule(file);
    const found = module ? findStatements(module, readModule) : { statements: [], problems: [] };
    problems.push(...found.problems);
    for (const { sql, ...at } of found.statements) {
      if (statements.has(sql)) {
        continue;
      }
      try {
        statements.set(sql, await describeStatement(client, catalog, sql));
      } catch (error) {
        if (!(error instanceof StatementError)) {
          throw error;
        }
        problems.push({ ...at, message: error.message });
      }
    }
  }
  return { statements, problems };
}

function listSources(root: string, directories: readonly string[]): string[] {
  return execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...directories], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|\/test-support\/|\.generated\.ts$/.test(file));
}
