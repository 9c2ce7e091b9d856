import { brand } from "#brand";
import type { Config } from "#server/config.ts";

/** Returns the name and address that emails are sent from: MAIL_FROM or, if it is not set, the contact address in brand.ts. */
export function getSender({ email }: { email: Pick<Config["email"], "from"> }): {
  name: string;
  email: string;
} {
  const address = email.from && /<([^<>\s]+@[^<>\s]+)>|^\s*([^<>\s]+@[^<>\s]+)\s*$/.exec(email.from);
  return { name: brand.name, email: (address && (address[1] ?? address[2])) || brand.contactEmail };
}
