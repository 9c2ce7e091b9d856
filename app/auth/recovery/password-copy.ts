import { RECOVERY_MESSAGES } from "#domain/sign-in/credentials.ts";
import type { EmailLink } from "./email-link.ts";

/** Texts of the password page, for a reset or an invitation. */
export type PasswordCopy = {
  title: string;
  submitLabel: string;
  busyLabel: string;
  successTitle: string;
  successText: string;
  /** Shown on the sign-in page, which opens a moment later. */
  signInNotice: string;
  invalidLinkMessage: string;
};

const RESET_COPY: PasswordCopy = {
  title: "Reset Password",
  submitLabel: "Reset Password",
  busyLabel: "Resetting Password...",
  successTitle: "Password Reset Successfully",
  successText: "You've been signed out on all devices. Sign in with your new password.",
  signInNotice: "Password changed. Sign in with the new one.",
  invalidLinkMessage: RECOVERY_MESSAGES.linkInvalid,
};

const INVITATION_COPY: PasswordCopy = {
  title: "Set Your Password",
  submitLabel: "Set Password",
  busyLabel: "Setting Password...",
  successTitle: "Password Set Successfully",
  successText: "Your account is ready. Sign in with your new password.",
  signInNotice: "Password set. Sign in with it.",
  invalidLinkMessage: RECOVERY_MESSAGES.invitationInvalid,
};

export function getPasswordCopy(link: EmailLink | null): PasswordCopy {
  return link?.type === "invite" ? INVITATION_COPY : RESET_COPY;
}
