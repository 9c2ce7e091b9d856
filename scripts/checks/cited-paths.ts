import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listRepositoryFiles, REPOSITORY } from "../command/repository-files.ts";

// Checks that the files cited in Markdown documents exist, and that they contain the text quoted from them.
const FOLDERS = "app|docs|domain|lab|packages|public|scripts|server|supabase|tests";
const CITED_PATH = new RegExp(`(?:\`|\\]\\()((?:${FOLDERS})/[\\w./-]+)(?:\`|\\)|#)`, "g");

// Matches `path` "quoted text".
const QUOTED_TEXT = new RegExp(`\`((?:${FOLDERS})/[\\w./-]+)\` "([^"\n]+)"`, "g");

const documents = listRepositoryFiles("*.md");
if (documents.length === 0) {
  throw new Error("no Markdown documents found");
}

const problems = documents.flatMap((file) => {
  const text = readFileSync(join(REPOSITORY, file), "utf8");
  const paths = [...text.matchAll(CITED_PATH)]
    .map((match) => match[1] ?? "")
    .filter(
      (path) => !existsSync(join(REPOSITORY, path)) && !existsSync(join(REPOSITORY, dirname(file), path)),
    )
    .map((path) => `${file} cites ${path}, which does not exist`);
  const quotes = [...text.matchAll(QUOTED_TEXT)]
    .filter(
      ([, path = "", quoted = ""]) =>
        existsSync(join(REPOSITORY, path)) && !readFileSync(join(REPOSITORY, path), "utf8").includes(quoted),
    )
    .map(([, path, quoted]) => `${file} quotes "${quoted}" from ${path}, which does not contain it`);
  return [...paths, ...quotes];
});
console.log(
  problems.length === 0 ? `All files cited in ${documents.length} documents exist.` : problems.join("\n"),
);
process.exit(problems.length === 0 ? 0 : 1);
