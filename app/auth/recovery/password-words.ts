import { RECOVERY_WORDS } from "#domain/credentials.ts";
import type { MailedLink } from "./link-in-address.ts";

/** What the page of mailed links says: it sets a first password, or another one for a forgotten. */
export type PasswordWords = {
  title: string;
  act: string;
  busy: string;
  done: string;
  /** Beneath the title of success. */
  next: string;
  /** When the link leads nowhere. */
  invalid: string;
};

const RESETTING: PasswordWords = {
  title: "Reset Password",
  act: "Reset Password",
  busy: "Resetting Password...",
  done: "Password Reset Successfully",
  next: "You are signed out everywhere. Sign in with your new password.",
  invalid: RECOVERY_WORDS.linkInvalid,
};

const INVITED: PasswordWords = {
  title: "Set Your Password",
  act: "Set Password",
  busy: "Setting Password...",
  done: "Password Set Successfully",
  next: "Your account is ready. Sign in with your new password.",
  invalid: RECOVERY_WORDS.invitationInvalid,
};

export function passwordWords(link: MailedLink | null): PasswordWords {
  return link?.type === "invite" ? INVITED : RESETTING;
}
