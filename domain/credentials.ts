import * as z from "zod/mini";

const MINIMUM_PASSWORD_AT_SIGN_IN = 6;
export const MINIMUM_NEW_PASSWORD = 8;
/** bcrypt reads no further: a longer password would be cut silently, so it is refused. */
export const MAXIMUM_PASSWORD_BYTES = 72;

/** The words of both logins and of the password pages (specification section 8). */
export const SIGN_IN_WORDS = {
  failed: "Login failed. Please try again.",
  wrongCredentials: "Invalid email or password",
  wrongAdminCredentials: "Invalid admin credentials",
  notAClient: "Access denied. Please use the admin portal.",
  notAnAdministrator: "Access denied. Admins only.",
} as const;

export const RECOVERY_WORDS = {
  linkInvalid: "Invalid or expired reset link. Please request a new password reset.",
  invitationInvalid:
    "This invitation has expired or has already been used. If you have set a password, sign in with it.",
  mailFailed: "Failed to send reset email",
  resetFailed: "Failed to reset password",
  sessionLost: "User session not found after password reset",
} as const;

/** What a suspended client reads, after the right password only. */
export function suspendedWords(contactEmail: string): string {
  return `Your account is suspended. Please contact ${contactEmail}.`;
}

const emailAddress = z.string().check(z.trim(), z.email("Invalid email address"));

/** Sign-in, at both doors. */
export const SignIn = z.object({
  email: emailAddress,
  password: z
    .string()
    .check(
      z.minLength(
        MINIMUM_PASSWORD_AT_SIGN_IN,
        `Password must be at least ${MINIMUM_PASSWORD_AT_SIGN_IN} characters`,
      ),
    ),
});
export type SignIn = z.infer<typeof SignIn>;

export const ForgotPassword = z.object({ email: emailAddress });
export type ForgotPassword = z.infer<typeof ForgotPassword>;

/** A new password and its confirmation. */
export const NewPassword = z
  .object({
    password: z.string().check(
      z.minLength(MINIMUM_NEW_PASSWORD, `Password must be at least ${MINIMUM_NEW_PASSWORD} characters`),
      z.refine(
        (password) => utf8Length(password) <= MAXIMUM_PASSWORD_BYTES,
        `Password must be at most ${MAXIMUM_PASSWORD_BYTES} bytes`,
      ),
    ),
    confirmation: z.string(),
  })
  .check(
    z.refine((form) => form.password === form.confirmation, {
      path: ["confirmation"],
      message: "Passwords do not match",
      // Told beside a short password too: both are mended in one go.
      when: () => true,
    }),
  );
export type NewPassword = z.infer<typeof NewPassword>;

/** Each %XX of the encoding is one byte. A lone half of a surrogate pair is sent as three. */
function utf8Length(text: string): number {
  return encodeURIComponent(text.toWellFormed()).replace(/%../g, "x").length;
}
