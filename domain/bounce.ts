/** How a mail came back. `at` is an ISO text; `status` as in RFC 3463; `reason` was written by a stranger's mail server. */
export type Bounce = { at: string; status: string | null; reason: string };

const MEANINGS: ReadonlyArray<[status: RegExp, words: string]> = [
  [/^5\.1\./, "There is no such address."],
  [/^[45]\.2\.2$/, "The mailbox is full."],
  [/^5\.7\./, "The receiving mail server refuses such mail."],
];

/** What a status code means to an administrator; empty where the server's own words say more. */
export function bounceMeaning(status: string | null): string {
  return MEANINGS.find(([code]) => code.test(status ?? ""))?.[1] ?? "";
}

// The recipients an administrator sets, and the one of CONTACT_TO, which is set where the product runs.
const TO_THE_FIRM = new Set(["inquiry", "booking-made"]);
const TO_CONTACT = new Set(["messages-for-firm", "square-alarm"]);
/** Mail about an account that only tells: nobody can ask for another. */
const NOTICE = /^account-.*(-notice|-changed|-removed)$/;

/** What helps, by the kind of mail (private.mail_outbox.kind). */
export function bounceAdvice(kind: string): string {
  if (kind === "account-invite")
    return "Withdraw the invitation, on the client’s page or under Administrators, and invite the right address.";
  if (NOTICE.test(kind)) return "Its text was forgotten when it was sent: tell the person in another way.";
  if (kind.startsWith("account-"))
    return "It held something for once and cannot be sent again: a new one can be asked for.";
  if (kind.startsWith("inquiry-"))
    return "The visitor may have mistyped the address. Send again if it is right.";
  if (TO_THE_FIRM.has(kind)) return "Correct the address under Settings, Firm, or send again if it is right.";
  if (TO_CONTACT.has(kind))
    return "Have CONTACT_TO corrected where the portal runs, or send again if it is right.";
  return "The client corrects the address in the portal’s settings. Send again if it is right.";
}
