import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** What a container image runs: the server, the build of the pages, and the commands of an operator. */
const ENTRY_POINTS = [
  ...["start", "build", "doctor", "backup", "restore", "documents-move", "admin-unlock"].map(
    (name) => `scripts/${name}.ts`,
  ),
  ...["vite.config.ts", "react-router.config.ts"],
  ...globSync("app/**/*.{ts,tsx}", { cwd: ROOT, exclude: (path) => path.includes(".test.") }),
];
const IMPORT = /(?:^(?:import|export) (?!type )[^;]*?from |^import |\bimport\()"([^"]+)"/gm;
const WORKSPACE = /^@wardline\/([a-z-]+)(.*)$/;

const Manifest = z.object({
  imports: z.record(z.string(), z.string()).default({}),
  exports: z.record(z.string(), z.string()).default({}),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

/** The workspace package that contains a file, or "" for the product itself. */
function workspaceOf(file: string): string {
  return /^packages\/[^/]+/.exec(file)?.[0] ?? "";
}

function readManifest(workspace: string): z.infer<typeof Manifest> {
  return Manifest.parse(JSON.parse(readFileSync(join(ROOT, workspace, "package.json"), "utf8")));
}

/** The file of the repository that an import loads, or undefined if the import names an npm package. */
function resolveImport(name: string, importer: string): string | undefined {
  const exported = WORKSPACE.exec(name);
  if (exported) {
    const workspace = `packages/${exported[1]}`;
    return join(workspace, expandAlias(`.${exported[2]}`, readManifest(workspace).exports));
  }
  if (name.startsWith("#")) {
    const workspace = workspaceOf(importer);
    return join(workspace, expandAlias(name, readManifest(workspace).imports));
  }
  return name.startsWith(".") ? join(dirname(importer), name) : undefined;
}

function expandAlias(name: string, aliases: Record<string, string>): string {
  for (const [alias, target] of Object.entries(aliases)) {
    const [start = "", end] = alias.split("*");
    if (name === alias || (end !== undefined && name.startsWith(start))) {
      return target.replace("*", name.slice(start.length));
    }
  }
  throw new Error(`No package.json defines ${name}`);
}

test("the product runs without development dependencies", () => {
  const files = new Set(ENTRY_POINTS);
  const missing: string[] = [];
  const packages = new Set<string>();
  for (const file of files) {
    if (!/\.tsx?$/.test(file) || !existsSync(join(ROOT, file))) {
      continue;
    }
    const { dependencies, optionalDependencies } = readManifest(workspaceOf(file));
    for (const [, name = ""] of readFileSync(join(ROOT, file), "utf8").matchAll(IMPORT)) {
      const path = resolveImport(name, file);
      if (path) {
        files.add(path);
      }
      if (name.startsWith("node:") || (path && !WORKSPACE.test(name))) {
        continue;
      }
      const packageName = /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
      packages.add(packageName);
      if (!(packageName in dependencies) && !(packageName in optionalDependencies)) {
        missing.push(`${file} imports ${packageName}`);
      }
    }
  }
  expect(packages.size).toBeGreaterThan(25);
  expect(missing).toEqual([]);
});
