import type { Brand } from "#brand";
import { code, type EmailContent, paragraph, reason } from "#server/email/content.ts";

type Firm = Pick<Brand, "name" | "contactEmail">;

/** To the current address, when a signed-in user requests another one. */
export function emailChangeRequested(newEmail: string, brand: Firm): EmailContent {
  return {
    subject: `${brand.name}: email change requested`,
    blocks: [
      paragraph(
        `We received a request to change your ${brand.name} email to ${newEmail}. The change takes effect after you confirm it from that inbox.`,
      ),
      paragraph(`Wasn't you? Change your password now and contact us immediately at ${brand.contactEmail}.`),
      accountReason(brand),
    ],
  };
}

/** To the previous address, when the change is complete. */
export function emailChanged(newEmail: string, brand: Firm): EmailContent {
  return {
    subject: `Your ${brand.name} email was changed`,
    blocks: [
      paragraph(`Your ${brand.name} account now uses ${newEmail}.`),
      paragraph(`Wasn't you? Contact us immediately at ${brand.contactEmail}.`),
      reason(`this was the email address of your ${brand.name} account.`),
    ],
  };
}

export function passwordChanged(brand: Firm): EmailContent {
  return {
    subject: `Your ${brand.name} password was changed`,
    blocks: [
      paragraph("Your password was changed and all other sessions were signed out."),
      paragraph(`Wasn't you? Reset your password now and contact us immediately at ${brand.contactEmail}.`),
      accountReason(brand),
    ],
  };
}

/** To an administrator whose two-factor authentication was removed by `actor`, another administrator. */
export function twoFactorRemoved(actor: string, brand: Firm): EmailContent {
  return {
    subject: `Two-factor authentication was removed from your ${brand.name} account`,
    blocks: [
      paragraph(
        `${actor} removed two-factor authentication from your account and signed you out. Sign in and set it up again soon. Until then, only your password protects your account.`,
      ),
      paragraph(`Didn't request this? Contact us immediately at ${brand.contactEmail}.`),
      accountReason(brand),
    ],
  };
}

/** To a signed-in user who changes the password. The code proves that the user can read email to this address. */
export function confirmationCode(nonce: string, brand: Firm): EmailContent {
  return {
    subject: `Your ${brand.name} confirmation code`,
    blocks: [
      paragraph("Your confirmation code:"),
      code(nonce),
      paragraph("This code expires in 1 hour and can be used once."),
      paragraph(`Didn't request this? Change your password and contact us at ${brand.contactEmail}.`),
      accountReason(brand),
    ],
  };
}

function accountReason(brand: Pick<Brand, "name">) {
  return reason(`you have a ${brand.name} account.`);
}
