/**
 * `npm run sbom` writes a software bill of materials: `build/sbom.json` (CycloneDX, for scanners) and
 * `build/licenses.txt` (for people). Fails if a package's license is not in `ALLOWED_LICENSES`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** Permissive licenses, and licenses that only require a notice or the publication of changes to the library's files. */
const ALLOWED_LICENSES = [
  ...[
    "MIT",
    "MIT-0",
    "ISC",
    "0BSD",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "Apache-2.0",
    "BlueOak-1.0.0",
    "Unlicense",
    "CC0-1.0",
  ],
  ...["Python-2.0", "PostgreSQL", "OFL-1.1", "MPL-2.0", "CC-BY-4.0"],
];

const Sbom = z.object({
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      licenses: z
        .array(
          z.union([
            z.object({ license: z.object({ id: z.string().optional(), name: z.string().optional() }) }),
            z.object({ expression: z.string() }),
          ]),
        )
        .default([]),
    }),
  ),
});

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const sbomJson = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev"], {
  cwd: ROOT,
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
  stdio: ["ignore", "pipe", "ignore"],
});
const { components } = Sbom.parse(JSON.parse(sbomJson));
const packages = components
  .map((component) => ({ name: `${component.name}@${component.version}`, license: getLicense(component) }))
  .sort((a, b) => a.name.localeCompare(b.name));
const disallowed = packages.filter(({ license }) => !isAllowed(license));

mkdirSync(`${ROOT}build`, { recursive: true });
writeFileSync(`${ROOT}build/sbom.json`, sbomJson);
writeFileSync(
  `${ROOT}build/licenses.txt`,
  `${packages.map(({ name, license }) => `${license}\t${name}`).join("\n")}\n`,
);
console.log(`Wrote build/sbom.json and build/licenses.txt (${packages.length} packages).`);
for (const { name, license } of disallowed) {
  console.error(`${name} has the license ${license}, which is not allowed.`);
}
process.exitCode = disallowed.length === 0 ? 0 : 1;

function getLicense({ licenses }: z.infer<typeof Sbom>["components"][number]): string {
  const names = licenses.map((entry) =>
    "expression" in entry ? entry.expression : (entry.license.id ?? entry.license.name ?? ""),
  );
  return names.join(" AND ") || "no license";
}

/** Of licenses joined by OR, one must be allowed, as in `(MIT OR GPL-3.0)`. Of licenses joined by AND, all must be. */
function isAllowed(license: string): boolean {
  const alternatives = license.replaceAll(/[()]/g, "").split(" OR ");
  return alternatives.some((parts) =>
    parts.split(" AND ").every((part) => ALLOWED_LICENSES.includes(part.trim())),
  );
}
