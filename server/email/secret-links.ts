import { ACCOUNT_EMAIL_PREFIX } from "#server/auth/account-email.ts";

/**
 * SQL condition for emails with a link that gives access to whoever has it. Their content is deleted after they are sent, so
 * that the outbox contains no such links.
 */
export const HAS_SECRET_LINK =
  `(kind like '${ACCOUNT_EMAIL_PREFIX}%' or kind like 'consultation-%' and kind <> 'consultation-for-host')` as const;
