import { expect, test } from "vitest";
import { describePasskeyError } from "./passkey-error.ts";

const createLibraryError = (code: string) => Object.assign(new Error("the library's own text"), { code });

test.each([
  "ERROR_CEREMONY_ABORTED",
  "ERROR_INVALID_RP_ID",
  "ERROR_INVALID_DOMAIN",
  "ERROR_AUTHENTICATOR_GENERAL_ERROR",
])("returns a message for %s and keeps the code", (code) => {
  const result = describePasskeyError(createLibraryError(code));
  expect(result.code).toBe(code);
  expect(result.message).not.toContain("library");
});

test("keeps the library's message when the browser does not support passkeys", () => {
  const error = new Error("Browser does not support WebAuthn");
  expect(describePasskeyError(error)).toEqual({ message: "Browser does not support WebAuthn", code: null });
});

test("treats a closed browser prompt as canceled", () => {
  const cause = Object.assign(new Error("The operation either timed out"), { name: "NotAllowedError" });
  const error = Object.assign(new Error("passed on"), {
    code: "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY",
    cause,
  });
  expect(describePasskeyError(error).code).toBe("ERROR_CEREMONY_ABORTED");
});
