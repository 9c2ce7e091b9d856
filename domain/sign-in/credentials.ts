import * as z from "zod/mini";

const MIN_SIGN_IN_PASSWORD_LENGTH = 6;
export const MIN_PASSWORD_LENGTH = 8;
/** bcrypt ignores bytes after 72, so longer passwords are rejected. */
export const MAX_PASSWORD_BYTES = 72;

export const SIGN_IN_MESSAGES = {
  failed: "Login failed. Please try again.",
  wrongCredentials: "Invalid email or password",
  wrongAdminCredentials: "Invalid admin credentials",
  notAClient: "Access denied. Please use the admin portal.",
  notAnAdministrator: "Access denied. Admins only.",
} as const;

export const RECOVERY_MESSAGES = {
  linkInvalid: "Invalid or expired reset link. Please request a new password reset.",
  invitationInvalid:
    "This invitation has expired or was already used. If you've set a password, sign in with it.",
  mailFailed: "Failed to send reset email",
  resetFailed: "Failed to reset password",
  sessionLost: "User session not found after password reset",
} as const;

/** Shown only if the password was correct. */
export function suspendedMessage(contactEmail: string): string {
  return `Your account is suspended. Please contact ${contactEmail}.`;
}

const emailAddress = z.string().check(z.trim(), z.email("Invalid email address"));

/** The sign-in form of the portal and the admin area. */
export const SignIn = z.object({
  email: emailAddress,
  password: z
    .string()
    .check(
      z.minLength(
        MIN_SIGN_IN_PASSWORD_LENGTH,
        `Password must be at least ${MIN_SIGN_IN_PASSWORD_LENGTH} characters`,
      ),
    ),
});
export type SignIn = z.infer<typeof SignIn>;

export const ForgotPassword = z.object({ email: emailAddress });
export type ForgotPassword = z.infer<typeof ForgotPassword>;

const newPassword = z.string().check(
  z.minLength(MIN_PASSWORD_LENGTH, `Password must be at least ${MIN_PASSWORD_LENGTH} characters`),
  z.refine(
    (password) => countUtf8Bytes(password) <= MAX_PASSWORD_BYTES,
    `Password is too long. Use at most ${MAX_PASSWORD_BYTES} characters, or fewer if it contains accents or emoji.`,
  ),
);

/** The form in the settings. */
export const ChangePassword = z.object({
  currentPassword: z.string().check(z.minLength(1, "Enter your current password")),
  password: newPassword,
});
export type ChangePassword = z.infer<typeof ChangePassword>;

export const NewPassword = z
  .object({
    password: newPassword,
    confirmation: z.string(),
  })
  .check(
    z.refine((form) => form.password === form.confirmation, {
      path: ["confirmation"],
      message: "Passwords do not match",
      // Report a mismatch even when the password is also too short.
      when: () => true,
    }),
  );
export type NewPassword = z.infer<typeof NewPassword>;

/** Each %XX escape is one byte. A lone surrogate becomes three bytes. */
function countUtf8Bytes(text: string): number {
  return encodeURIComponent(text.toWellFormed()).replace(/%../g, "x").length;
}
