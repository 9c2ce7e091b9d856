import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EVERY_MUTANT } from "./every-mutant.ts";

const ROOT = new URL("../../", import.meta.url);
const mutants = EVERY_MUTANT.flatMap((group) => group.mutants);

test("there are many mutants, each with a name of its own", () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  expect(mutants.length).toBeGreaterThan(50);
});

test.each(mutants)("$name: what it changes stands once in $file", ({ file, find }) => {
  const text = readFileSync(new URL(file, ROOT), "utf8");
  expect(text.split(find)).toHaveLength(2);
});
