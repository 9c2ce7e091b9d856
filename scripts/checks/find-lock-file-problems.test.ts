import { expect, test } from "vitest";
import { findLockFileProblems } from "./find-lock-file-problems.ts";

const findProblems = (packages: Record<string, object>) => findLockFileProblems(JSON.stringify({ packages }));

test("accepts locked packages, workspace links and bundled packages", () => {
  expect(
    findProblems({
      "": { optionalDependencies: { fast: "1.0.0" } },
      "node_modules/fast": { integrity: "sha512-a", optionalDependencies: { "fast-linux": "1.0.0" } },
      "node_modules/fast/node_modules/fast-linux": { integrity: "sha512-b" },
      "node_modules/fast/node_modules/bundled": { inBundle: true },
      "node_modules/own": { resolved: "packages/own", link: true },
      "packages/own": {},
    }),
  ).toEqual([]);
});

test("rejects an entry without an integrity hash", () => {
  expect(findProblems({ "node_modules/a": { version: "1.0.0" } })).toEqual([
    "node_modules/a has no integrity",
  ]);
});

test("rejects an entry that contains a registry URL", () => {
  const entry = { integrity: "sha512-a", resolved: "https://registry.example/a.tgz" };
  expect(findProblems({ "node_modules/a": entry })).toEqual([
    "node_modules/a contains the URL of a registry: https://registry.example/a.tgz",
  ]);
});

test("rejects an optional package that has no entry", () => {
  const entry = { integrity: "sha512-a", optionalDependencies: { "a-darwin": "1.0.0" } };
  expect(findProblems({ "node_modules/a": entry })).toEqual([
    "node_modules/a needs a-darwin on some platforms, but a-darwin has no entry",
  ]);
});

test("accepts an optional package installed next to its parent", () => {
  expect(
    findProblems({
      "node_modules/@scope/a": { integrity: "sha512-a", optionalDependencies: { "a-linux": "1.0.0" } },
      "node_modules/a-linux": { integrity: "sha512-b" },
    }),
  ).toEqual([]);
});
