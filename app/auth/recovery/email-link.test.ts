import { expect, test } from "vitest";
import { parseEmailLink } from "./email-link.ts";

test.each([
  ["", "", null],
  ["?type=recovery", "", null],
  ["?token_hash=abc&type=magiclink", "", null],
  ["", "#error=access_denied&error_code=otp_expired", null],
  ["?token_hash=abc&type=invite", "", { kind: "token", tokenHash: "abc", type: "invite" }],
  [
    "",
    "#access_token=a.b.c&refresh_token=r&type=recovery",
    { kind: "session", accessToken: "a.b.c", refreshToken: "r", type: "recovery" },
  ],
])("parses %s%s as %o", (search, hash, expected) => {
  expect(parseEmailLink({ search, hash })).toEqual(expected);
});
