import type { Brand } from "#brand";

type Link = { url: string; brand: Pick<Brand, "name" | "contactEmail"> };
type Message = { subject: string; text: string };

/** To somebody who forgot the password. */
export function passwordReset({ url, brand }: Link): Message {
  return {
    subject: `Reset your ${brand.name} password`,
    text: lines(
      `Somebody asked to reset the password of your ${brand.name} account.`,
      `Choose a new password:\n${url}`,
      "The link expires in 1 hour and works once.",
      "If you did not ask for this, ignore this mail: your password stays as it is.",
      brand.name,
    ),
  };
}

/** To a person for whom an account was made. */
export function invitation({ url, brand }: Link): Message {
  return {
    subject: `Your ${brand.name} account`,
    text: lines(
      `${brand.name} has made an account for you.`,
      `Set your password:\n${url}`,
      "The link expires in 7 days and works once.",
      `If you did not expect this, tell us at ${brand.contactEmail}.`,
      brand.name,
    ),
  };
}

/** To somebody who asked to sign in without a password. */
export function signInLink({ url, brand }: Link): Message {
  return {
    subject: `Sign in to ${brand.name}`,
    text: lines(
      `Here is the link you asked for, to sign in to your ${brand.name} account without a password.`,
      `Sign in:\n${url}`,
      "The link expires in 1 hour and works once.",
      "If you did not ask for this, ignore this mail.",
      brand.name,
    ),
  };
}

/** To an address that is to become, or is, an account's. */
export function addressConfirmation({ url, brand }: Link): Message {
  return {
    subject: `Confirm your e-mail address for ${brand.name}`,
    text: lines(
      `This is to become, or to stay, the e-mail address of your ${brand.name} account.`,
      `Confirm this address:\n${url}`,
      "The link expires in 24 hours and works once.",
      "If you did not ask for this, ignore this mail: nothing changes.",
      brand.name,
    ),
  };
}

function lines(...paragraphs: string[]): string {
  return paragraphs.join("\n\n");
}
