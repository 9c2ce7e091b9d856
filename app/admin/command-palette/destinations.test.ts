import { expect, test } from "vitest";
import { findDestinations } from "./destinations.ts";

const RECENT = [{ to: "/admin/clients/1", label: "Northgate Bank", hint: "Client" }];

const labelsByGroup = (text: string) =>
  Object.fromEntries(
    findDestinations(text, undefined, RECENT).map(({ name, destinations }) => [
      name,
      destinations.map(({ label }) => label),
    ]),
  );

test("starts with recent places, then actions and pages", () => {
  expect(Object.keys(labelsByGroup(""))).toEqual(["Recent", "Actions", "Pages"]);
  expect(labelsByGroup("").Recent).toEqual(["Northgate Bank"]);
});

test("finds actions by label and by keyword", () => {
  expect(labelsByGroup("create").Actions).toEqual(["Create client", "Create project", "Create proposal"]);
  expect(labelsByGroup("sync")).toEqual({ Actions: ["Sync invoices"] });
  expect(labelsByGroup("logout")).toEqual({ Actions: ["Sign out"] });
  expect(labelsByGroup("sign out").Actions).toEqual(["Sign out"]);
});

test("finds pages and settings, and no recent places while searching", () => {
  expect(labelsByGroup("audit")).toEqual({ Settings: ["Audit log"] });
  expect(labelsByGroup("inbox")).toEqual({ Pages: ["Inbox"] });
  expect(labelsByGroup("nothing like this")).toEqual({});
});
