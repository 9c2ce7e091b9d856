import * as z from "zod/mini";

/** Number of codes that an account receives at once. */
export const RECOVERY_CODE_COUNT = 10;
export const RECOVERY_CODE_LENGTH = 16;
/** Excludes 0, 1, I, L and O, which are easy to confuse on paper. */
export const RECOVERY_CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";

const GROUP_LENGTH = 4;
const PATTERN = new RegExp(`^[${RECOVERY_CODE_ALPHABET}]{${RECOVERY_CODE_LENGTH}}$`);

/** Formats a code for people, such as "7h2k-mqxt-c4ey-zc8v". */
export function formatRecoveryCode(code: string): string {
  return code.match(new RegExp(`.{1,${GROUP_LENGTH}}`, "g"))?.join("-") ?? code;
}

/** Removes spaces and hyphens and ignores case. Returns null if the text cannot be a code. */
export function parseRecoveryCode(text: string): string | null {
  const code = text.replaceAll(/[\s-]/g, "").toLowerCase();
  return PATTERN.test(code) ? code : null;
}

/** The form for a lost device. */
export const RedeemRecoveryCode = z.object({
  code: z.string().check(z.trim(), z.minLength(1, "Enter a recovery code"), z.maxLength(100)),
});
export type RedeemRecoveryCode = z.infer<typeof RedeemRecoveryCode>;
