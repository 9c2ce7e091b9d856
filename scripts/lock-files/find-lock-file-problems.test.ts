import { expect, test } from "vitest";
import { findLockFileProblems } from "./find-lock-file-problems.ts";

const problemsOf = (packages: Record<string, object>) => findLockFileProblems(JSON.stringify({ packages }));

test("accepts locked packages, workspace links and bundled packages", () => {
  expect(
    problemsOf({
      "": { optionalDependencies: { fast: "1.0.0" } },
      "node_modules/fast": { integrity: "sha512-a", optionalDependencies: { "fast-linux": "1.0.0" } },
      "node_modules/fast/node_modules/fast-linux": { integrity: "sha512-b" },
      "node_modules/fast/node_modules/bundled": { inBundle: true },
      "node_modules/own": { resolved: "packages/own", link: true },
      "packages/own": {},
    }),
  ).toEqual([]);
});

test("rejects an entry without integrity", () => {
  expect(problemsOf({ "node_modules/a": { version: "1.0.0" } })).toEqual(["node_modules/a has no integrity"]);
});

test("rejects an entry with the URL of a registry", () => {
  const entry = { integrity: "sha512-a", resolved: "https://registry.example/a.tgz" };
  expect(problemsOf({ "node_modules/a": entry })).toEqual([
    "node_modules/a contains the URL of a registry: https://registry.example/a.tgz",
  ]);
});

test("rejects an optional package that has no entry", () => {
  const entry = { integrity: "sha512-a", optionalDependencies: { "a-darwin": "1.0.0" } };
  expect(problemsOf({ "node_modules/a": entry })).toEqual([
    "node_modules/a needs a-darwin on some platforms, but a-darwin has no entry",
  ]);
});

test("finds an optional package next to its parent", () => {
  expect(
    problemsOf({
      "node_modules/@scope/a": { integrity: "sha512-a", optionalDependencies: { "a-linux": "1.0.0" } },
      "node_modules/a-linux": { integrity: "sha512-b" },
    }),
  ).toEqual([]);
});
