import { randomBytes } from "node:crypto";
import { toVerificationCode, VERIFICATION_CODE_BYTES } from "#domain/findings/report/verification-code.ts";

/** Creates a code that anyone can enter at /verify, such as "7K2M-9QXT-4HBD-WZ3N". */
export function createVerificationCode(): string {
  return toVerificationCode(randomBytes(VERIFICATION_CODE_BYTES));
}
