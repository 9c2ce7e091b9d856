import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MUTANT_GROUPS } from "./all-mutants.ts";
import type { Mutant, MutantGroup } from "./mutant.ts";

// `npm run mutants -- [FILTER]` runs mutation tests of the money rules and the Square sync. It introduces one bug at a
// time into a copy of the project, runs the tests that should fail, and lists the bugs no test found.
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const EXCLUDED = new Set(["node_modules", ".git", "build", "data", ".react-router"]);

const filter = process.argv.slice(2).join(" ");
const copyDir = mkdtempSync(join(tmpdir(), "mutants-"));
process.on("exit", () => rmSync(copyDir, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(130));
for (const name of readdirSync(ROOT)) {
  if (!EXCLUDED.has(name)) {
    cpSync(join(ROOT, name), join(copyDir, name), { recursive: true });
  }
}
symlinkSync(join(ROOT, "node_modules"), join(copyDir, "node_modules"));

const survivors: Mutant[] = [];
let count = 0;
for (const group of MUTANT_GROUPS) {
  const mutants = group.mutants.filter(({ name, file }) => `${name} ${file}`.includes(filter));
  if (mutants.length > 0 && !testsPass(group)) {
    console.error(`The tests fail without a mutant: ${group.tests.paths.join(" ")}`);
    process.exit(1);
  }
  for (const mutant of mutants) {
    const path = join(copyDir, mutant.file);
    const original = readFileSync(path, "utf8");
    writeFileSync(path, applyMutant(original, mutant));
    const isKilled = !testsPass(group);
    writeFileSync(path, original);
    count += 1;
    if (!isKilled) {
      survivors.push(mutant);
    }
    console.log(`${isKilled ? "killed  " : "SURVIVED"}  ${mutant.name}  (${mutant.file})`);
  }
}
console.log(`${count} mutants, ${survivors.length} survived.`);
process.exit(survivors.length === 0 ? 0 : 1);

function applyMutant(text: string, { name, file, find, replace }: Mutant): string {
  if (text.split(find).length !== 2) {
    throw new Error(`The text of mutant "${name}" must occur exactly once in ${file}.`);
  }
  return text.replace(find, () => replace);
}

function testsPass({ tests: { project, paths } }: MutantGroup): boolean {
  const run = spawnSync(
    "node_modules/.bin/vitest",
    ["run", "--project", project, "--bail", "1", "--reporter", "dot", ...paths],
    { cwd: copyDir, encoding: "utf8" },
  );
  // Without this check, a run without tests would be reported as a killed mutant.
  if (!/Tests .*\d+ (passed|failed)/.test(run.stdout)) {
    throw new Error(`The tests did not run:\n${run.stdout}${run.stderr}`);
  }
  return run.status === 0;
}
