import * as z from "zod/mini";

const LONGEST_ADDRESS = 500;
const LONGEST_EMAIL = 254;
const MOST_RECIPIENTS = 5;
const NOT_ADDRESSES = "Please enter e-mail addresses, one a line";
/** Stands for Square's id of a thing in the address of its page there. */
const ID = "{id}";

const address = z.string().check(
  z.trim(),
  z.maxLength(LONGEST_ADDRESS, "This link is too long"),
  z.refine(
    (typed) => typed === "" || /^https?:\/\/[^\s@/]+(\/\S*)?$/.test(typed),
    "Please enter a whole link",
  ),
);
const page = address.check(z.refine((typed) => typed.includes(ID), `Please enter a link that holds ${ID}`));

/** Where pages of the product lead at Square, by purpose (square_links). The server checks the hosts besides. */
export const FirmLinks = z.object({
  manage_plan: z.nullable(
    z.pipe(
      address,
      z.transform((typed) => typed || null),
    ),
  ),
  subscription: page,
  invoice: page,
});
export type FirmLinks = z.infer<typeof FirmLinks>;

/** Whom inquiries and bookings are mailed to; none: the address the installation was given. */
export const FirmContacts = z.object({
  recipients: z
    .array(z.string().check(z.trim(), z.maxLength(LONGEST_EMAIL, NOT_ADDRESSES), z.email(NOT_ADDRESSES)))
    .check(
      z.maxLength(MOST_RECIPIENTS, `At most ${MOST_RECIPIENTS} addresses`),
      z.refine(
        (all) => new Set(all.map((one) => one.toLowerCase())).size === all.length,
        "An address stands twice",
      ),
    ),
});
export type FirmContacts = z.infer<typeof FirmContacts>;

/** The firm's form: what was typed. An empty Manage link or list of recipients stands for the product's own way. */
export const FirmForm = z.extend(FirmLinks, {
  recipients: z.pipe(
    z.pipe(
      z.string(),
      z.transform((lines) =>
        lines
          .split(/[\n,;]/)
          .map((line) => line.trim())
          .filter(Boolean),
      ),
    ),
    FirmContacts.shape.recipients,
  ),
});
