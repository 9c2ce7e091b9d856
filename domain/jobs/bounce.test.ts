import { expect, test } from "vitest";
import { bounceAdvice, bounceMessage } from "./bounce.ts";

test.each([
  ["5.1.1", "Address doesn't exist."],
  ["5.1.10", "Address doesn't exist."],
  ["5.2.2", "The mailbox is full."],
  ["4.2.2", "The mailbox is full."],
  ["5.7.26", "The recipient's server rejected it."],
  ["5.0.0", ""],
  ["4.1.1", ""],
  [null, ""],
])("explains status %s as “%s”", (status, message) => {
  expect(bounceMessage(status)).toBe(message);
});

test.each([
  ["account-invite", /^Revoke the invitation/],
  ["account-recovery", /can't be resent/],
  ["account-new-device", /^We don't keep the text/],
  ["account-password-changed", /^We don't keep the text/],
  ["account-email-changed-notice", /^We don't keep the text/],
  ["account-email-change", /can't be resent/],
  ["inquiry-acknowledgement", /^The visitor/],
  ["consultation-held", /can't be resent/],
  ["consultation-for-host", /in Settings > Availability/],
  ["inquiry", /in Settings > Email and links/],
  ["booking-made", /in Settings > Email and links/],
  ["messages-for-firm", /in Settings > Email and links/],
  ["square-alarm", /in Settings > Email and links/],
  ["booking-alarm", /in Settings > Email and links/],
  ["invoice-new", /^The client can correct/],
] as const)("%s: %s", (kind, advice) => {
  expect(bounceAdvice(kind)).toMatch(advice);
});
