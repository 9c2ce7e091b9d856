import { expect, test } from "vitest";
import { findViolations } from "./find-violations.ts";

const findMessages = (source: string) => findViolations("a.ts", source).map(({ message }) => message);

test.each(["cause", "e"])("rejects a caught error named %s", (name) => {
  expect(findMessages(`try {} catch (${name}) {}`)).toEqual([
    "Name the caught error `error`, or `fooError` in a nested catch.",
  ]);
});

test.each([
  "const limit = 10;",
  'export const path = "/api";',
  "const wait: number = 5_000;",
])("rejects a module-level literal in camel case: %s", (source) => {
  expect(findMessages(source)).toEqual(["Write module-level literals in UPPER_SNAKE case."]);
});

test("rejects a citation of a document outside the repository", () => {
  const text = ["specification", "section 4"].join(" ");
  expect(findMessages(`// ${text}`)).toEqual(["Cite a document in this repository."]);
});

test.each([
  "try {} catch (error) {}",
  "try {} catch (rowError) {}",
  "try {} catch {}",
  "const LIMIT = 10;",
  "  const limit = 10;",
  "const now = new Date();",
])("accepts %s", (source) => {
  expect(findMessages(source)).toEqual([]);
});

test("rejects a period at the end of a subtitle with one sentence", () => {
  const check = (subtitle: string) => findMessages(`<CardHeader subtitle="${subtitle}" />`);
  expect(check("Synced from Square.")).toEqual([
    "Omit the period at the end of a subtitle with one sentence.",
  ]);
  expect(check("Synced from Square")).toEqual([]);
  expect(check("Optional. Clients see it.")).toEqual([]);
});

test.each([
  ["SectionHeader", 1],
  ["SettingsList", 1],
  ["Dialog", 0],
])("finds such a period in the description of a %s %i times", (component, count) => {
  const findInDescription = (description: string) =>
    findMessages(`<Card>\n<${component}\n  title="Hosts"\n  description="${description}"\n/>`);
  expect(findInDescription("The people who host consultations.")).toHaveLength(count);
  expect(findInDescription("The people who host consultations")).toEqual([]);
  expect(findInDescription("Bookings rotate. Hosts get an email.")).toEqual([]);
});

test("rejects Map.groupBy in code for browsers", () => {
  const source = "Map.groupBy(items, getKey);";
  expect(findViolations("domain/clients/client.ts", source)).toHaveLength(1);
  expect(findViolations("server/main.ts", source)).toEqual([]);
});

test("reports the file and line of a violation", () => {
  expect(findViolations("a.ts", "\nconst limit = 10;")).toMatchObject([{ file: "a.ts", line: 2 }]);
});

test.each([
  ["packages/a/index.ts", "../b/index.ts"],
  ["packages/a/index.ts", "../../server/main.ts"],
  ["server/main.ts", "../packages/a/index.ts"],
])("rejects a relative import across packages: %s imports %s", (file, path) => {
  expect(findViolations(file, `import { x } from "${path}";`)).toMatchObject([
    { message: "Import other packages by name, through their exports." },
  ]);
});

test("accepts a relative import inside a package", () => {
  expect(findViolations("packages/a/rest/read.ts", 'import { x } from "../log.ts";')).toEqual([]);
});

test.each([
  'import { createAdminApi } from "#server/api/admin/admin-api.ts";',
  'import { type AdminApi } from "#server/api/admin/admin-api.ts";',
  'const api = await import("#server/api/admin/admin-api.ts");',
])("rejects an import of server code in app/: %s", (line) => {
  expect(findViolations("app/api/admin/admin-api.ts", line)).toMatchObject([
    { message: "Import only types from server/ in app/, with `import type`." },
  ]);
});

test("accepts imports of server types in app/, and of server code in its tests", () => {
  const typeImport = 'import type { AdminApi } from "#server/api/admin/admin-api.ts";';
  const valueImport = 'import { validateJson } from "#server/http/validate.ts";';
  expect(findViolations("app/api/admin/admin-api.ts", typeImport)).toEqual([]);
  expect(findViolations("app/api/client/area-fetch.test.ts", valueImport)).toEqual([]);
});

test("rejects a handwritten row type, except in tests and in listed files", () => {
  const line = 'pool.query<{ id: string }>("select id")';
  expect(findViolations("server/jobs/list.ts", line)).toMatchObject([
    { message: "Run SQL with `queryRows`, whose row types are generated." },
  ]);
  expect(findViolations("server/jobs/list.test.ts", line)).toEqual([]);
  expect(findViolations("scripts/database-types/catalog.ts", "pool.query<Row>(sql)")).toEqual([]);
});
