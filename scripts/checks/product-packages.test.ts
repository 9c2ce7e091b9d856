import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The files that a container image runs or builds: the server, the pages and the operator's commands. */
const ENTRY_POINTS = [
  ...["start", "build", "doctor", "backup", "restore", "documents-move", "admin-unlock"].map(
    (name) => `scripts/${name}.ts`,
  ),
  ...["vite.config.ts", "react-router.config.ts"],
  ...globSync("app/**/*.{ts,tsx}", { cwd: ROOT, exclude: (path) => path.includes(".test.") }),
];
const IMPORT = /(?:^(?:import|export) (?!type )[^;]*?from |^import |\bimport\()"([^"]+)"/gm;
const WORKSPACE_IMPORT = /^@wardline\/([a-z-]+)(.*)$/;

const Manifest = z.object({
  imports: z.record(z.string(), z.string()).default({}),
  exports: z.record(z.string(), z.string()).default({}),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

/** Returns the workspace folder that contains a file, or "" for the product itself. */
function getWorkspace(file: string): string {
  return /^packages\/[^/]+/.exec(file)?.[0] ?? "";
}

function readManifest(workspace: string): z.infer<typeof Manifest> {
  return Manifest.parse(JSON.parse(readFileSync(join(ROOT, workspace, "package.json"), "utf8")));
}

/** Returns the repository file that an import loads, or undefined for an npm package. */
function resolveImport(name: string, importer: string): string | undefined {
  const workspaceImport = WORKSPACE_IMPORT.exec(name);
  if (workspaceImport) {
    const workspace = `packages/${workspaceImport[1]}`;
    return join(workspace, expandAlias(`.${workspaceImport[2]}`, readManifest(workspace).exports));
  }
  if (name.startsWith("#")) {
    const workspace = getWorkspace(importer);
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

test("the product does not import development dependencies", () => {
  const files = new Set(ENTRY_POINTS);
  const undeclaredImports: string[] = [];
  const packages = new Set<string>();
  for (const file of files) {
    if (!/\.tsx?$/.test(file) || !existsSync(join(ROOT, file))) {
      continue;
    }
    const { dependencies, optionalDependencies } = readManifest(getWorkspace(file));
    for (const [, name = ""] of readFileSync(join(ROOT, file), "utf8").matchAll(IMPORT)) {
      const path = resolveImport(name, file);
      if (path) {
        files.add(path);
      }
      if (name.startsWith("node:") || (path && !WORKSPACE_IMPORT.test(name))) {
        continue;
      }
      const packageName = /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
      packages.add(packageName);
      if (!(packageName in dependencies) && !(packageName in optionalDependencies)) {
        undeclaredImports.push(`${file} imports ${packageName}`);
      }
    }
  }
  expect(packages.size).toBeGreaterThan(25);
  expect(undeclaredImports).toEqual([]);
});
