import { expect, test } from "vitest";
import { findViolations } from "./find-violations.ts";

const messages = (source: string) => findViolations("a.ts", source).map(({ message }) => message);

test.each(["cause", "e"])("rejects another name for the caught error: %s", (name) => {
  expect(messages(`try {} catch (${name}) {}`)).toEqual([
    "Name the caught error `error`, or `fooError` in a nested catch.",
  ]);
});

test.each([
  "const limit = 10;",
  'export const path = "/api";',
  "const wait: number = 5_000;",
])("rejects a module-level literal in camel case: %s", (source) => {
  expect(messages(source)).toEqual(["Write module-level literals in UPPER_SNAKE case."]);
});

test("rejects a citation of a document outside the repository", () => {
  const text = ["specification", "section 4"].join(" ");
  expect(messages(`// ${text}`)).toEqual(["Cite a document in this repository."]);
});

test.each([
  "try {} catch (error) {}",
  "try {} catch (rowError) {}",
  "try {} catch {}",
  "const LIMIT = 10;",
  "  const limit = 10;",
  "const now = new Date();",
])("accepts %s", (source) => {
  expect(messages(source)).toEqual([]);
});

test("reports the line", () => {
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
