import type { Brand } from "#brand";

type Firm = Pick<Brand, "name" | "contactEmail">;
type Message = { subject: string; text: string };

/** To the present address: somebody signed in wants another one. */
export function addressChangeAsked(newEmail: string, brand: Firm): Message {
  return {
    subject: `A new e-mail address was asked for at ${brand.name}`,
    text: [
      `Your ${brand.name} account is to get the e-mail address ${newEmail}. It counts once it is confirmed from there.`,
      `If this was not you, change your password now and tell us at ${brand.contactEmail}.`,
      brand.name,
    ].join("\n\n"),
  };
}

/** To the former address: the other one counts now. */
export function addressChanged(newEmail: string, brand: Firm): Message {
  return {
    subject: `Your e-mail address at ${brand.name} has changed`,
    text: [
      `The e-mail address of your ${brand.name} account is now ${newEmail}.`,
      `If this was not you, tell us at once at ${brand.contactEmail}.`,
      brand.name,
    ].join("\n\n"),
  };
}

/** To the account's address: the password is another one. */
export function passwordChanged(brand: Firm): Message {
  return {
    subject: `Your ${brand.name} password has changed`,
    text: [
      `The password of your ${brand.name} account was changed, and your other sessions have ended.`,
      `If this was not you, reset your password and tell us at ${brand.contactEmail}.`,
      brand.name,
    ].join("\n\n"),
  };
}

/** To an administrator: another one has removed the second factors, so that the password alone opens the account. */
export function factorsRemoved(by: string, brand: Firm): Message {
  return {
    subject: `Your second factors at ${brand.name} were removed`,
    text: [
      `${by} has removed the second factors of your ${brand.name} account and ended its sessions. Your password alone opens it now: please sign in and add a factor again.`,
      `If you did not ask for this, tell us at once at ${brand.contactEmail}.`,
      brand.name,
    ].join("\n\n"),
  };
}

/** To a signed-in person who wants to change the password: the code that proves the mailbox is still theirs. */
export function confirmationCode(nonce: string, brand: Firm): Message {
  return {
    subject: `Your ${brand.name} confirmation code`,
    text: [
      "To confirm that it is you, enter this code:",
      nonce,
      "It expires in 1 hour and works once. If you did not ask for it, change your password.",
      brand.name,
    ].join("\n\n"),
  };
}
