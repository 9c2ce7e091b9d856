/**
 * `npm run sbom` writes what the product is made of: `build/sbom.json` (CycloneDX, for scanners) and
 * `build/licences.txt` (for people), and refuses a licence that a firm could not ship under MIT without asking a lawyer.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** Permissive ones; also those that only ask to keep a notice or to share changes to the library's own files. */
const WELCOME = [
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

const Bill = z.object({
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

const root = fileURLToPath(new URL("..", import.meta.url));
const text = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
  stdio: ["ignore", "pipe", "ignore"],
});
const { components } = Bill.parse(JSON.parse(text));
const lines = components
  .map((component) => ({ what: `${component.name}@${component.version}`, licence: licenceOf(component) }))
  .sort((one, other) => one.what.localeCompare(other.what));
const unwelcome = lines.filter(({ licence }) => !isWelcome(licence));

mkdirSync(`${root}build`, { recursive: true });
writeFileSync(`${root}build/sbom.json`, text);
writeFileSync(
  `${root}build/licences.txt`,
  `${lines.map(({ what, licence }) => `${licence}\t${what}`).join("\n")}\n`,
);
console.log(`${lines.length} packages: build/sbom.json, build/licences.txt`);
for (const { what, licence } of unwelcome) console.error(`${what} comes under ${licence}`);
process.exitCode = unwelcome.length === 0 ? 0 : 1;

function licenceOf({ licenses }: z.infer<typeof Bill>["components"][number]): string {
  const names = licenses.map((entry) =>
    "expression" in entry ? entry.expression : (entry.license.id ?? entry.license.name ?? ""),
  );
  return names.join(" AND ") || "no licence named";
}

/** `(MIT OR GPL-3.0)` is welcome for its first half; all parts of an AND must be. */
function isWelcome(licence: string): boolean {
  const alternatives = licence.replaceAll(/[()]/g, "").split(" OR ");
  return alternatives.some((parts) => parts.split(" AND ").every((part) => WELCOME.includes(part.trim())));
}
