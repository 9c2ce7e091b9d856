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
  ["account-password-changed", /^Its text was forgotten/],
  ["account-email-changed-notice", /^Its text was forgotten/],
  ["account-email-change", /cannot be sent again/],
  ["inquiry-acknowledgement", /^The visitor/],
  ["inquiry", /under Settings, Firm/],
  ["booking-made", /under Settings, Firm/],
  ["messages-for-firm", /^Have CONTACT_TO corrected/],
  ["square-alarm", /^Have CONTACT_TO corrected/],
  ["invoice-new", /^The client corrects/],
])("%s: %s", (kind, advice) => {
  expect(bounceAdvice(kind)).toMatch(advice);
});
