import { expect, test } from "vitest";
import { bounceAdvice, bounceMeaning } from "./bounce.ts";

test.each([
  ["5.1.1", "There is no such address."],
  ["5.1.10", "There is no such address."],
  ["5.2.2", "The mailbox is full."],
  ["4.2.2", "The mailbox is full."],
  ["5.7.26", "The receiving mail server refuses such mail."],
  ["5.0.0", ""],
  ["4.1.1", ""],
  [null, ""],
])("status %s: %s", (status, words) => {
  expect(bounceMeaning(status)).toBe(words);
});

test.each([
  ["account-invite", /^Withdraw the invitation/],
  ["account-recovery", /cannot be sent again/],
  ["inquiry-acknowledgement", /^The visitor/],
  ["inquiry", /under Settings, Firm/],
  ["messages-for-firm", /under Settings, Firm/],
  ["invoice-new", /^The client corrects/],
])("%s: %s", (kind, advice) => {
  expect(bounceAdvice(kind)).toMatch(advice);
});
