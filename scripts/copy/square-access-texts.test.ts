import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listRepositoryFiles, REPOSITORY } from "../command/repository-files.ts";
import { findCopy } from "./find-copy.ts";

/** The only file with texts that depend on whether creating invoices in Square is turned on. */
const TEXTS_THAT_FOLLOW_THE_SETTING = "domain/square/writing.ts";

/** A claim that the portal only reads, or what it never does. */
const READ_ONLY = /read[ -]only|only reads?\b|never (?:moves|changes|writes|creates)/i;
/** A claim that the portal creates invoices. */
const WRITES = /publish (?:it|them|invoices?) in Square|creates? (?:new )?invoices/i;

/** Texts that are true with either setting, with the reason. */
const INDEPENDENT = [
  // What auditors can see. It isn't about Square.
  "projects, findings, meeting dates and reports (read-only)",
  // The setting itself, and what is missing to publish a draft.
  /^(?:Allow creating|Create) invoices in Square$|^Square hasn't granted permission to create invoices/,
];

const files = listRepositoryFiles("*.ts", "*.tsx").filter(
  (file) =>
    /^(?:app|domain|server\/(?:email|site|api|payments))\//.test(file) &&
    !/\.test\.tsx?$|\/test-support\//.test(file),
);

test("no text claims what the portal does in Square without following the setting", () => {
  const claims = files
    .filter((file) => file !== TEXTS_THAT_FOLLOW_THE_SETTING)
    .flatMap((file) => findCopy(file, readFileSync(join(REPOSITORY, file), "utf8"), "all"))
    .filter(({ text }) => READ_ONLY.test(text) || WRITES.test(text))
    .filter(({ text }) =>
      INDEPENDENT.every((known) => (typeof known === "string" ? text !== known : !known.test(text))),
    );
  expect(claims).toEqual([]);
});

test("finds such a claim", () => {
  const source = 'export const text = "Read-only: the portal never changes anything in Square.";';
  const [claim] = findCopy("app/example.ts", source, "all");
  expect(claim?.text).toMatch(READ_ONLY);
  expect("Create an invoice here, then publish it in Square").toMatch(WRITES);
});
