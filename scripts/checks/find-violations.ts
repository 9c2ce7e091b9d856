import { posix } from "node:path";

/** A source line that breaks a convention. */
export type Violation = { file: string; line: number; message: string };

/** `component` is the last component whose tag the source opens up to and including the line. */
type Convention = {
  isBroken: (line: string, file: string, component: string) => boolean;
  message: string;
};

/** Files that state, in a comment at the query, what guarantees the row type. */
const FILES_WITH_UNCHECKED_ROWS = new Set([
  "packages/embedded-supabase/rest/run/run-plan.ts",
  "packages/embedded-supabase/rest/schema/catalog-rows.ts",
  "scripts/database-types/catalog.ts",
]);

const CONVENTIONS: readonly Convention[] = [
  {
    isBroken: (line) => /\bcatch \((?!error\b|\w+Error\b)\w/.test(line),
    message: "Name the caught error `error`, or `fooError` in a nested catch.",
  },
  {
    isBroken: (line) =>
      /^(?:export )?const [a-z]\w*(?:: [^=]+)? = (?:-?\d[\d_.]*(?:e\d+)?|"[^"]*"|`[^`$]*`)(?: as const)?;$/.test(
        line,
      ),
    message: "Write module-level literals in UPPER_SNAKE case.",
  },
  {
    isBroken: (line) => /\b(?:specification sectio[n]|decisions, readin[g])\b/i.test(line),
    message: "Cite a document in this repository.",
  },
  {
    isBroken: (line, file) =>
      !file.endsWith(".test.ts") &&
      !file.startsWith("tests/") &&
      !FILES_WITH_UNCHECKED_ROWS.has(file) &&
      /\.query[<]/.test(line),
    message: "Run SQL with `queryRows`, whose row types are generated.",
  },
  {
    isBroken: (line, file) =>
      /^(?:app|domain)\//.test(file) &&
      !file.endsWith(".test.ts") &&
      /\b(?:Map|Object)\.groupBy\(/.test(line),
    message: "Use domain/collections/group-by.ts, because the oldest supported browsers have no `groupBy`.",
  },
  {
    isBroken: (line, _, component) =>
      (component === "SectionHeader" || component === "SettingsList"
        ? /\b(?:subtitle|description)="(?:(?!\. )[^"])*\."/
        : /\bsubtitle="(?:(?!\. )[^"])*\."/
      ).test(line),
    message: "Omit the period at the end of a subtitle with one sentence.",
  },
  {
    isBroken: crossesPackageBoundary,
    message: "Import other packages by name, through their exports.",
  },
  {
    isBroken: importsServerCode,
    message: "Import only types from server/ in app/, with `import type`.",
  },
];

export function findViolations(file: string, source: string): Violation[] {
  let component = "";
  return source.split("\n").flatMap((line, index) => {
    component = line.match(/(?<=<)[A-Z]\w*/g)?.at(-1) ?? component;
    return CONVENTIONS.filter(({ isBroken }) => isBroken(line, file, component)).map(({ message }) => ({
      file,
      line: index + 1,
      message,
    }));
  });
}

function importsServerCode(line: string, file: string): boolean {
  const isBrowserCode = file.startsWith("app/") && !file.endsWith(".test.ts");
  return (
    isBrowserCode &&
    /(?:\bfrom |\bimport |\bimport\()"#server\//.test(line) &&
    !line.startsWith("import type ")
  );
}

/** Returns whether the line has a relative import into, out of, or between the folders of packages/. */
function crossesPackageBoundary(line: string, file: string): boolean {
  const target = /(?:\bfrom |\bimport |\bimport\()"(\.{1,2}\/[^"]+)"/.exec(line)?.[1];
  return (
    target !== undefined &&
    getPackageFolder(posix.join(posix.dirname(file), target)) !== getPackageFolder(file)
  );
}

function getPackageFolder(file: string): string | undefined {
  return /^packages\/[^/]+/.exec(file)?.[0];
}
