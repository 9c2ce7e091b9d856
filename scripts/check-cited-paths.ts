import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// A document that names a file which is not there misleads whoever follows it.
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ROOMS = "app|domain|server|supabase|embedded-supabase|square-simulator|tests|scripts|docs|bench|public";
const CITED = new RegExp(`(?:\`|\\]\\()((?:${ROOMS})/[\\w./-]+)(?:\`|\\)|#)`, "g");

// `path` "words": what a document says of a test stands in it.
const QUOTED = new RegExp(`\`((?:${ROOMS})/[\\w./-]+)\` "([^"\n]+)"`, "g");

const listed = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: ROOT,
  encoding: "utf8",
});
const documents = listed.stdout.split("\n").filter((file) => file && existsSync(join(ROOT, file)));
if (documents.length === 0) throw new Error("found no document to check");

const missing = documents.flatMap((file) => {
  const text = readFileSync(join(ROOT, file), "utf8");
  const paths = [...text.matchAll(CITED)]
    .map((match) => match[1] ?? "")
    .filter((path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, dirname(file), path)))
    .map((path) => `${file} cites ${path}, which does not exist`);
  const words = [...text.matchAll(QUOTED)]
    .filter(
      ([, path = "", quoted = ""]) =>
        existsSync(join(ROOT, path)) && !readFileSync(join(ROOT, path), "utf8").includes(quoted),
    )
    .map(([, path, quoted]) => `${file} cites "${quoted}" of ${path}, which does not say so`);
  return [...paths, ...words];
});
console.log(
  missing.length === 0 ? `${documents.length} documents cite existing files only.` : missing.join("\n"),
);
process.exit(missing.length === 0 ? 0 : 1);
