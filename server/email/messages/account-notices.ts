import type { Brand } from "#brand";
import {
  button,
  code,
  contactSentence,
  details,
  type EmailContent,
  greeting,
  paragraph,
  reasonFootnote,
  signature,
  textLink,
} from "#server/email/content.ts";

/** The firm, and the full name of the account's owner, if it is known. */
type Context = { brand: Pick<Brand, "name" | "contactEmail">; name?: string };

/** With the origin of the pages, where the user can reset the password. */
type ContextWithUrl = Context & { publicUrl: string };

const RESET_LABEL = "Reset your password";

/** Sent to the current address when a signed-in user requests an email change. */
export function emailChangeRequested(
  newEmail: string,
  { brand, name, publicUrl }: ContextWithUrl,
): EmailContent {
  return {
    subject: `Email change requested for your ${brand.name} account`,
    blocks: [
      greeting(name),
      paragraph(
        `We received a request to change your ${brand.name} email to ${newEmail}. The change takes effect after you confirm it from that inbox.`,
      ),
      contactSentence("If this wasn't you, reset your password now and contact us immediately at", brand),
      resetButton(publicUrl),
      signature(brand),
      createAccountFootnote(brand),
    ],
  };
}

/** Sent to the previous address after an email change. */
export function emailChanged(newEmail: string, { brand, name }: Context): EmailContent {
  return {
    subject: `Your ${brand.name} email was changed`,
    blocks: [
      greeting(name),
      paragraph(`Your ${brand.name} account now uses ${newEmail}.`),
      contactSentence("If this wasn't you, contact us immediately at", brand),
      signature(brand),
      reasonFootnote(`this was the email address of your ${brand.name} account.`),
    ],
  };
}

export function passwordChanged({ brand, name, publicUrl }: ContextWithUrl): EmailContent {
  return {
    subject: `Your ${brand.name} password was changed`,
    blocks: [
      greeting(name),
      paragraph("Your password was changed and all other sessions were signed out."),
      contactSentence("If this wasn't you, reset your password now and contact us immediately at", brand),
      resetButton(publicUrl),
      signature(brand),
      createAccountFootnote(brand),
    ],
  };
}

/** Sent to an administrator whose two-factor authentication was removed by another administrator, `actor`. */
export function twoFactorRemoved(actor: string, { brand, name }: Context): EmailContent {
  return {
    subject: "Two-factor authentication was removed from your account",
    blocks: [
      greeting(name),
      paragraph(
        `${actor} removed two-factor authentication from your account and signed you out. Sign in and set it up again soon. Until then, only your password protects your account.`,
      ),
      contactSentence("Didn't request this? Contact us immediately at", brand),
      signature(brand),
      createAccountFootnote(brand),
    ],
  };
}

/** Sent to a user who signed in with a recovery code. */
export function recoveryCodeUsed({ brand, name, publicUrl }: ContextWithUrl): EmailContent {
  return {
    subject: `A recovery code was used for your ${brand.name} account`,
    blocks: [
      greeting(name),
      paragraph(
        "Someone signed in with your password and a recovery code. We removed two-factor authentication and all recovery codes from your account, and signed out your other devices.",
      ),
      paragraph(
        "Set up two-factor authentication again soon. Until then, only your password protects your account.",
      ),
      contactSentence("If this wasn't you, reset your password now and contact us immediately at", brand),
      resetButton(publicUrl),
      signature(brand),
      createAccountFootnote(brand),
    ],
  };
}

/** Sent after a sign-in from a browser and operating system that the user has not used before. */
export function newDeviceSignIn(
  signIn: { device: string; address: string; time: string },
  sessionsUrl: string,
  { brand, name }: Context,
): EmailContent {
  return {
    subject: `New sign-in to your ${brand.name} account`,
    blocks: [
      greeting(name),
      paragraph("We noticed a sign-in to your account from a new device."),
      details(["Device", signIn.device], ["Time", signIn.time], ["IP address", signIn.address]),
      button("Review your sessions", sessionsUrl),
      contactSentence(
        "If this was you, you don't need to do anything. If it wasn't, sign out of all sessions, change your password and contact us at",
        brand,
      ),
      signature(brand),
      createAccountFootnote(brand),
    ],
  };
}

/** Sent to a signed-in user who changes their password. The code proves that they can read email at this address. */
export function confirmationCode(nonce: string, { brand, name, publicUrl }: ContextWithUrl): EmailContent {
  return {
    subject: `Your ${brand.name} confirmation code`,
    blocks: [
      greeting(name),
      paragraph("Enter this code to change your password. It expires in 1 hour and can be used once."),
      code(nonce),
      contactSentence("Didn't request this? Reset your password and contact us at", brand),
      // Not a button, because the code is what most recipients look for.
      textLink(RESET_LABEL, resetUrl(publicUrl)),
      signature(brand),
      createAccountFootnote(brand),
    ],
  };
}

function resetButton(publicUrl: string) {
  return button(RESET_LABEL, resetUrl(publicUrl));
}

function resetUrl(publicUrl: string): string {
  return `${publicUrl}/forgot-password`;
}

function createAccountFootnote(brand: Pick<Brand, "name">) {
  return reasonFootnote(`you have a ${brand.name} account.`);
}
