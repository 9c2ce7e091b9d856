import { expect, test } from "vitest";
import { passkeyRefusal } from "./passkey-words.ts";

const libraryError = (code: string) => Object.assign(new Error("the library's own text"), { code });

test.each([
  "ERROR_CEREMONY_ABORTED",
  "ERROR_INVALID_RP_ID",
  "ERROR_INVALID_DOMAIN",
  "ERROR_AUTHENTICATOR_GENERAL_ERROR",
])("%s is told in words, and its code kept", (code) => {
  const refusal = passkeyRefusal(libraryError(code));
  expect(refusal.code).toBe(code);
  expect(refusal.words).not.toContain("library");
});

test("a browser without passkeys is told in the library's words", () => {
  const error = new Error("Browser does not support WebAuthn");
  expect(passkeyRefusal(error)).toEqual({ words: "Browser does not support WebAuthn", code: null });
});

test("a window that was closed counts as cancelled", () => {
  const cause = Object.assign(new Error("The operation either timed out"), { name: "NotAllowedError" });
  const error = Object.assign(new Error("passed on"), {
    code: "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY",
    cause,
  });
  expect(passkeyRefusal(error).code).toBe("ERROR_CEREMONY_ABORTED");
});
