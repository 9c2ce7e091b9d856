import { expect, test } from "vitest";
import { findStatements } from "./find-statements.ts";
import { parseModule } from "./source-module.ts";

/** Finds the statements and problems in `source`, which can import `files`. */
function findIn(source: string, files: Record<string, string> = {}) {
  const modules = new Map(Object.entries(files).map(([file, text]) => [file, parseModule(file, text)]));
  return findStatements(parseModule("server/a.ts", source), (file) => modules.get(file));
}

const findSql = (source: string) => findIn(source).statements.map(({ sql }) => sql);

test("finds statements with their file and line", () => {
  const source = "\nawait query('select 1');\nawait queryRows(pool, `select 2`, []);";
  expect(findIn(source)).toEqual({
    statements: [
      { file: "server/a.ts", line: 2, sql: "select 1" },
      { file: "server/a.ts", line: 3, sql: "select 2" },
    ],
    problems: [],
  });
});

test("resolves constants from the block, the module and other modules", () => {
  const source = `
      import { TABLE as NAME } from "./b.ts";
      import { LIMIT } from "#server/c.ts";
      const COLUMNS = "a, b" as const;
      function f() {
        const COLUMNS = "c";
        return query(\`select \${COLUMNS} from \${NAME} limit \${LIMIT}\`);
      }
      query(\`select \${COLUMNS}\`);`;
  const files = {
    "server/b.ts": 'export const TABLE = "things";',
    "server/c.ts": "export const LIMIT = 5;",
  };
  expect(findIn(source, files).statements.map(({ sql }) => sql)).toEqual([
    "select c from things limit 5",
    "select a, b",
  ]);
});

test("finds every variant of a statement", () => {
  expect(findSql(`const where = x ? "where a" : ""; query(\`select \${where}\`);`)).toEqual([
    "select where a",
    "select ",
  ]);
  expect(findSql(`const BY = { id: "id", name: "name" } as const; query(\`select \${BY[by]}\`);`)).toEqual([
    "select id",
    "select name",
  ]);
});

test("reports a statement that depends on run-time values", () => {
  expect(findIn("\n\nquery(buildStatement());").problems).toEqual([
    { file: "server/a.ts", line: 3, message: expect.stringContaining("not constant text") },
  ]);
});

test("ignores methods named query", () => {
  expect(findSql('context.req.query("page"); query.dynamic(text);')).toEqual([]);
});
