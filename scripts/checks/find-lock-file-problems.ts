import { z } from "zod";

const LockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().default(false),
      inBundle: z.boolean().default(false),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

type Packages = z.infer<typeof LockFile>["packages"];

/**
 * Finds entries in a package-lock.json that `npm ci` cannot verify or cannot install on every platform. npm writes such
 * entries without a warning, for example when a registry lacks a package for another platform.
 */
export function findLockFileProblems(text: string): string[] {
  const { packages } = LockFile.parse(JSON.parse(text));
  return Object.entries(packages).flatMap(([path, entry]) => {
    const problems = Object.keys(entry.optionalDependencies)
      .filter((name) => !isLocked(packages, path, name))
      .map((name) => `${path || "the project"} needs ${name} on some platforms, but ${name} has no entry`);
    // A bundled package has no hash of its own, because its parent's archive contains it.
    const isFromRegistry = path.includes("node_modules/") && !entry.link && !entry.inBundle;
    if (isFromRegistry && !entry.integrity) {
      problems.push(`${path} has no integrity`);
    }
    if (entry.resolved && /^\w+:\/\//.test(entry.resolved)) {
      problems.push(`${path} contains the URL of a registry: ${entry.resolved}`);
    }
    return problems;
  });
}

/** Checks the `node_modules` folders that Node searches for `name`, from `path` upward. */
function isLocked(packages: Packages, path: string, name: string): boolean {
  const candidate = path === "" ? `node_modules/${name}` : `${path}/node_modules/${name}`;
  if (packages[candidate]) {
    return true;
  }
  const parentEnd = path.lastIndexOf("/node_modules/");
  return path !== "" && isLocked(packages, path.slice(0, Math.max(0, parentEnd)), name);
}
