import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** What runs in an image: the start, what builds the pages, and an operator's commands. */
const RUN = [
  ...["start", "build", "doctor", "backup", "restore", "documents-move", "admin-unlock"].map(
    (name) => `scripts/${name}.ts`,
  ),
  ...["vite.config.ts", "react-router.config.ts"],
  ...globSync("app/**/*.{ts,tsx}", { cwd: ROOT, exclude: (path) => path.includes(".test.") }),
];
const IMPORT = /(?:^(?:import|export) (?!type )[^;]*?from |^import |\bimport\()"([^"]+)"/gm;

function fileOf(name: string, from: string): string | undefined {
  const path = name.startsWith("#")
    ? name === "#brand"
      ? "brand.ts"
      : name.slice(1)
    : join(dirname(from), name);
  return existsSync(join(ROOT, path)) ? path : undefined;
}

test("what the product runs on is installed without the development's packages", () => {
  const seen = new Set(RUN);
  const packages = new Set<string>();
  for (const file of seen) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const [, name = ""] of readFileSync(join(ROOT, file), "utf8").matchAll(IMPORT)) {
      if (name.startsWith("node:")) continue;
      const path = /^[#.]/.test(name) ? fileOf(name, file) : undefined;
      if (path) seen.add(path);
      else if (!/^[#.]/.test(name)) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
    }
  }
  expect(packages.size).toBeGreaterThan(25);
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  expect([...packages].filter((name) => !installed.includes(name))).toEqual([]);
});
