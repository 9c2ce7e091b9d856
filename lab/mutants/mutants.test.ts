import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MUTANT_GROUPS } from "./all-mutants.ts";

const ROOT = new URL("../../", import.meta.url);
const mutants = MUTANT_GROUPS.flatMap((group) => group.mutants);

test("mutants have unique names", () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  expect(mutants.length).toBeGreaterThan(50);
});

test.each(mutants)("the text to replace occurs once in $file: $name", ({ file, find }) => {
  const text = readFileSync(new URL(file, ROOT), "utf8");
  expect(text.split(find)).toHaveLength(2);
});
