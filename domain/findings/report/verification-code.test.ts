import { expect, test } from "vitest";
import { parseVerificationCode, toVerificationCode, VERIFICATION_CODE_BYTES } from "./verification-code.ts";

test("formats random bytes in groups of four, without characters that look alike", () => {
  const bytes = Uint8Array.from({ length: VERIFICATION_CODE_BYTES }, (_, index) => index * 16 + index);
  const code = toVerificationCode(bytes);
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  expect(parseVerificationCode(code)).toBe(code);
});

test.each([
  ["7k2m 9qxt 4hbd wz3n", "7K2M-9QXT-4HBD-WZ3N"],
  [" 7K2M9QXT4HBDWZ3N\n", "7K2M-9QXT-4HBD-WZ3N"],
  ["OIL0-0000-0000-0000", "0110-0000-0000-0000"],
])("parses %j", (text, code) => {
  expect(parseVerificationCode(text)).toBe(code);
});

test.each([
  "",
  "7K2M-9QXT-4HBD-WZ3",
  "7K2M-9QXT-4HBD-WZ3NN",
  "7K2M-9QXT-4HBD-WZ3U",
  "7K2M-9QXT-4HBD-WZ3🙂",
])("rejects %j", (text) => {
  expect(parseVerificationCode(text)).toBeNull();
});
