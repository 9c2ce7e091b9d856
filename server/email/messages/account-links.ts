import type { Brand } from "#brand";
import {
  contactSentence,
  type EmailContent,
  greeting,
  linkButton,
  paragraph,
  reasonFootnote,
  signature,
  withTitle,
} from "#server/email/content.ts";

/**
 * `inviter` is the email address of the owner who invited a member. Without it, the firm invited the client's primary
 * contact.
 */
type InvitedClient = { name: string; company: string; inviter?: string | undefined };

/** `name` is the full name of the account's owner, if it is known. */
type Link = { url: string; brand: Pick<Brand, "name" | "contactEmail">; name?: string };

/** Sent to a user who forgot their password. */
export function passwordReset({ url, brand, name }: Link): EmailContent {
  return {
    subject: `Reset your ${brand.name} password`,
    blocks: [
      greeting(name),
      paragraph(`We received a request to reset your ${brand.name} password.`),
      linkButton("Choose a new password", url),
      paragraph("This link expires in 1 hour and can be used once."),
      paragraph("Didn't request this? You can ignore this email; your password won't change."),
      signature(brand),
      createAccountFootnote(brand),
    ],
  };
}

/**
 * Sent to a new user whose account an administrator or an owner of a client created. Omit `client` for a new
 * administrator, and then set `inviter` to the email address of the administrator who sent the invitation. `inviterName` is
 * the name of the administrator or owner, if it is known.
 */
export function invitation({
  url,
  brand,
  client,
  inviter,
  inviterName,
}: Link & {
  client?: InvitedClient | undefined;
  inviter?: string | undefined;
  inviterName?: string | undefined;
}): EmailContent {
  const area = client ? "client portal" : "admin area";
  const person = inviterName ?? client?.inviter ?? inviter;
  return withTitle(
    (shorten) =>
      inviterName
        ? `${shorten(inviterName)} invited you to the ${brand.name} ${area}`
        : `Your ${brand.name} ${client ? "client portal" : "account"} is ready`,
    [
      greeting(client?.name),
      paragraph(
        client
          ? describeClientInvitation(brand, client, inviterName)
          : describeAdministratorInvitation(brand, person),
      ),
      linkButton("Set a password", url),
      paragraph("This link expires in 7 days and can be used once."),
      contactSentence("Not expecting this? Let us know at", brand),
      signature(brand),
      reasonFootnote(`${person ?? brand.name} created an account for this email address.`),
    ],
  );
}

function describeAdministratorInvitation(brand: Pick<Brand, "name">, inviter: string | undefined): string {
  return inviter
    ? `${inviter} invited you to the ${brand.name} admin area. Set a password to get started.`
    : `${brand.name} has set up an account for you. Set a password to get started.`;
}

function describeClientInvitation(
  brand: Pick<Brand, "name">,
  { company, inviter }: InvitedClient,
  inviterName: string | undefined,
): string {
  if (inviter) {
    const person = inviterName ? `${inviterName} (${inviter})` : inviter;
    return `${person} invited you to ${company}'s client portal at ${brand.name}. Set a password, then accept the invitation.`;
  }
  const person = inviterName ? `${inviterName} of ${brand.name}` : brand.name;
  return `${person} has set up a portal for ${company}: projects, reports, invoices and messages in one place. Set a password to get started.`;
}

/** Sent to a user who signs in without a password. */
export function signInLink({ url, brand, name }: Link): EmailContent {
  return {
    subject: `Sign in to ${brand.name}`,
    blocks: [
      greeting(name),
      paragraph("Here's your sign-in link."),
      linkButton("Sign in", url),
      paragraph("This link expires in 1 hour and can be used once."),
      paragraph("Didn't request this? You can ignore this email."),
      signature(brand),
      createAccountFootnote(brand),
    ],
  };
}

/** Sent to the current or the new address of an account, to confirm an email change. */
export function emailConfirmation({ url, brand, name }: Link): EmailContent {
  return {
    subject: `Confirm your email address for ${brand.name}`,
    blocks: [
      greeting(name),
      paragraph(`Confirm this email address for your ${brand.name} account.`),
      linkButton("Confirm email address", url),
      paragraph("This link expires in 24 hours and can be used once."),
      paragraph("Didn't request this? You can ignore this email; nothing will change."),
      signature(brand),
      reasonFootnote(`this address was entered for a ${brand.name} account.`),
    ],
  };
}

function createAccountFootnote(brand: Pick<Brand, "name">) {
  return reasonFootnote(`you have a ${brand.name} account.`);
}
