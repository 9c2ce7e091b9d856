import { expect, test } from "vitest";
import {
  AnswerDispute,
  ChangeDueDate,
  PublishFindings,
  WithdrawFinding,
} from "#domain/findings/publication.ts";

const FINDING_ID = "3b8f8f1e-6c1b-4d7e-9c5a-0d3b1c2a4e5f";

const findMessages = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map(({ message }) => message);

test.each([
  [0, ["Select at least one finding"]],
  [1, undefined],
  [500, undefined],
  [501, ["Select at most 500 findings"]],
])("validates the publication of %d findings", (count, messages) => {
  const ids = Array.from({ length: count }, () => FINDING_ID);
  expect(findMessages(PublishFindings.safeParse({ ids }))).toEqual(messages);
});

test.each(["", "WL-12-003", ` ${FINDING_ID}`, `${FINDING_ID}\n`, null])("rejects the id %j", (id) => {
  expect(PublishFindings.safeParse({ ids: [FINDING_ID, id] }).success).toBe(false);
});

test.each([
  ["x", undefined],
  ["", ["Enter a reason"]],
  [" \n\t ", ["Enter a reason"]],
  ["x".repeat(2000), undefined],
  [`\n${"x".repeat(2000)} `, undefined],
  ["x".repeat(2001), ["Enter at most 2000 characters"]],
])("validates the reason of a withdrawal and the answer to a dispute: %j", (text, messages) => {
  expect(findMessages(WithdrawFinding.safeParse({ reason: text }))).toEqual(messages);
  expect(findMessages(AnswerDispute.safeParse({ answer: text }))).toEqual(
    messages?.map((message) => message.replace("reason", "response")),
  );
});

test("trims reasons and answers and keeps their line breaks", () => {
  expect(WithdrawFinding.parse({ reason: " a\n\nb\n" })).toEqual({ reason: "a\n\nb" });
  expect(AnswerDispute.parse({ answer: "\ta\nb " })).toEqual({ answer: "a\nb" });
});

test("rejects a null character, which PostgreSQL cannot store", () => {
  expect(WithdrawFinding.safeParse({ reason: "a\0b" }).success).toBe(false);
  expect(AnswerDispute.safeParse({ answer: "a\0b" }).success).toBe(false);
});

test.each([
  ["2026-03-01", true],
  ["2028-02-29", true],
  [null, true],
  ["2026-02-29", false],
  ["2026-13-01", false],
  ["2026-3-1", false],
  ["2026-03-01T00:00:00Z", false],
  [" 2026-03-01", false],
  ["", false],
  [undefined, false],
])("the deadline %j is valid: %s", (dueOn, expected) => {
  expect(ChangeDueDate.safeParse({ dueOn }).success).toBe(expected);
});
