import * as z from "zod/mini";

const MAX_URL_LENGTH = 500;
const MAX_EMAIL_LENGTH = 254;
const MAX_RECIPIENTS = 5;
const INVALID_EMAILS_MESSAGE = "Enter email addresses, one per line";
/** Placeholder for the Square id in a link template. */
const ID_PLACEHOLDER = "{id}";

const optionalUrl = z.string().check(
  z.trim(),
  z.maxLength(MAX_URL_LENGTH, "This URL is too long"),
  z.refine((value) => value === "" || /^https?:\/\/[^\s@/]+(\/\S*)?$/.test(value), "Enter a full URL"),
);
const urlWithId = optionalUrl.check(
  z.refine((value) => value.includes(ID_PLACEHOLDER), `Enter a URL that contains ${ID_PLACEHOLDER}`),
);

/** Templates for links to Square, keyed by purpose (`square_links`). The server also checks the hosts. */
export const FirmLinks = z.object({
  manage_plan: z.nullable(
    z.pipe(
      optionalUrl,
      z.transform((value) => value || null),
    ),
  ),
  subscription: urlWithId,
  invoice: urlWithId,
});
export type FirmLinks = z.infer<typeof FirmLinks>;

/** Recipients of inquiry and booking emails. If empty, CONTACT_TO is used. */
export const FirmContacts = z.object({
  recipients: z
    .array(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(MAX_EMAIL_LENGTH, INVALID_EMAILS_MESSAGE),
          z.email(INVALID_EMAILS_MESSAGE),
        ),
    )
    .check(
      z.maxLength(MAX_RECIPIENTS, `Enter at most ${MAX_RECIPIENTS} addresses`),
      z.refine(
        (all) => new Set(all.map((one) => one.toLowerCase())).size === all.length,
        "Duplicate address",
      ),
    ),
});
export type FirmContacts = z.infer<typeof FirmContacts>;

/** The form's input. An empty Manage link or recipient list selects the default. */
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
