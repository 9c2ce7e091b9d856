import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { EVERY_MUTANT } from "./every-mutant.ts";
import type { Mutant, MutantGroup } from "./mutant.ts";

// `npm run mutants -- [WORDS]`: puts one fault at a time into a copy of the money rules, the mapping and the storing of
// what Square says, runs the tests that should notice, and lists the faults none noticed. Your files are not touched.
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LEFT_OUT = new Set(["node_modules", ".git", "build", "data", ".react-router"]);

const words = process.argv.slice(2).join(" ");
const copy = mkdtempSync(join(tmpdir(), "mutants-"));
process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(130));
for (const name of readdirSync(ROOT))
  if (!LEFT_OUT.has(name)) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));

const survivors: Mutant[] = [];
let count = 0;
for (const group of EVERY_MUTANT) {
  const mutants = group.mutants.filter(({ name, file }) => `${name} ${file}`.includes(words));
  if (mutants.length > 0 && !passes(group)) {
    console.error(`The tests fail without any mutant: ${group.tests.paths.join(" ")}`);
    process.exit(1);
  }
  for (const mutant of mutants) {
    const path = join(copy, mutant.file);
    const original = readFileSync(path, "utf8");
    writeFileSync(path, mutated(original, mutant));
    const isKilled = !passes(group);
    writeFileSync(path, original);
    count += 1;
    if (!isKilled) survivors.push(mutant);
    console.log(`${isKilled ? "killed  " : "SURVIVED"}  ${mutant.name}  (${mutant.file})`);
  }
}
console.log(`${count} mutants, ${survivors.length} survived.`);
process.exit(survivors.length === 0 ? 0 : 1);

function mutated(text: string, { name, file, find, replace }: Mutant): string {
  if (text.split(find).length !== 2) throw new Error(`"${name}" does not stand once in ${file} any more`);
  return text.replace(find, () => replace);
}

function passes({ tests: { project, paths } }: MutantGroup): boolean {
  const run = spawnSync(
    "node_modules/.bin/vitest",
    ["run", "--project", project, "--bail", "1", "--reporter", "dot", ...paths],
    { cwd: copy, encoding: "utf8" },
  );
  // Otherwise a run that found no test at all would kill every mutant.
  if (!/Tests .*\d+ (passed|failed)/.test(run.stdout))
    throw new Error(`the tests did not run:\n${run.stdout}${run.stderr}`);
  return run.status === 0;
}
