import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Checks that files cited in Markdown documents exist and contain the text quoted from them.
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = "app|docs|domain|lab|packages|public|scripts|server|supabase|tests";
const CITED = new RegExp(`(?:\`|\\]\\()((?:${FOLDERS})/[\\w./-]+)(?:\`|\\)|#)`, "g");

// Matches `path` "quoted text".
const QUOTED = new RegExp(`\`((?:${FOLDERS})/[\\w./-]+)\` "([^"\n]+)"`, "g");

const listed = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: ROOT,
  encoding: "utf8",
});
const documents = listed.stdout.split("\n").filter((file) => file && existsSync(join(ROOT, file)));
if (documents.length === 0) {
  throw new Error("no Markdown documents found");
}

const missing = documents.flatMap((file) => {
  const text = readFileSync(join(ROOT, file), "utf8");
  const paths = [...text.matchAll(CITED)]
    .map((match) => match[1] ?? "")
    .filter((path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, dirname(file), path)))
    .map((path) => `${file} cites ${path}, which does not exist`);
  const quotes = [...text.matchAll(QUOTED)]
    .filter(
      ([, path = "", quoted = ""]) =>
        existsSync(join(ROOT, path)) && !readFileSync(join(ROOT, path), "utf8").includes(quoted),
    )
    .map(([, path, quoted]) => `${file} quotes "${quoted}" from ${path}, which does not contain it`);
  return [...paths, ...quotes];
});
console.log(
  missing.length === 0 ? `All files cited in ${documents.length} documents exist.` : missing.join("\n"),
);
process.exit(missing.length === 0 ? 0 : 1);
