import { expect, test } from "vitest";
import {
  getAcceptedFileName,
  getProposalFileName,
  getProposalReference,
  parseProposalNumber,
} from "#domain/proposals/proposal-reference.ts";

test("names proposals and their files", () => {
  expect(getProposalReference(12)).toBe("P-0012");
  expect(getProposalReference(null)).toBe("Draft");
  expect(getProposalReference(12_345)).toBe("P-12345");
  expect(getProposalFileName({ number: 12, title: "Red team / bot" }, 2)).toBe(
    "Proposal P-0012 v2 Red team - bot.pdf",
  );
  expect(getAcceptedFileName({ number: 12, title: "Red team" })).toBe(
    "Accepted proposal P-0012 Red team.pdf",
  );
});

test.each([
  ["P-0012", 12],
  [" p12 ", 12],
  ["P-", null],
  ["0012", null],
  ["Red team", null],
])("reads the number in %j", (text, number) => {
  expect(parseProposalNumber(text)).toBe(number);
});
