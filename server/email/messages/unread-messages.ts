import {
  button,
  type EmailContent,
  type FormatName,
  greeting,
  paragraph,
  preferences,
  reasonFootnote,
  signature,
  withTitle,
} from "#server/email/content.ts";

/** A thread with messages that the recipient has not read. `sender` is null if the name is unknown or several people wrote. */
export type UnreadThread = { company: string; count: number; sender?: string | null };

/** Sent to the firm. Contains no message text, because reading messages requires signing in. */
export function unreadMessagesForFirm(
  { company, count, sender }: UnreadThread,
  threadUrl: string,
): EmailContent {
  return withTitle(
    (shorten) => formatTitle(count, [sender, company], shorten),
    [
      paragraph(
        count === 1
          ? "For your security, the message is shown only in the admin area."
          : describeMessages(count, sender, company),
      ),
      button("Read and reply", threadUrl),
      reasonFootnote("this address receives client messages."),
    ],
  );
}

/** Sent to the client. Contains no message text, because reading messages requires signing in. */
export function unreadMessagesForClient(
  { count, contactPerson, sender }: { count: number; contactPerson: string; sender?: string | null },
  brand: { name: string },
  publicUrl: string,
): EmailContent {
  const firm = brand.name;
  return withTitle(
    (shorten) => formatTitle(count, [sender, firm], shorten),
    [
      greeting(contactPerson),
      // The heading states the same about a single message.
      ...(count === 1 ? [] : [paragraph(describeMessages(count, sender, firm))]),
      paragraph(
        `For your security, ${count === 1 ? "the message is" : "messages are"} shown only in the client portal.`,
      ),
      button("Read and reply", `${publicUrl}/client-portal?section=messages`),
      signature(brand),
      preferences(publicUrl),
      reasonFootnote(`your role in the ${firm} client portal includes messages.`),
    ],
  );
}

type Sender = string | null | undefined;

function formatTitle(count: number, [sender, organization]: [Sender, string], format: FormatName): string {
  const from = [sender, organization].filter((name) => name != null).map(format);
  return `New ${count === 1 ? "message" : "messages"} from ${from.join(", ")}`;
}

/** The first sentence about several messages, such as "Maya Okafor of Wardline sent you 2 messages." */
function describeMessages(count: number, sender: Sender, organization: string): string {
  const from = sender ? `${sender} of ${organization}` : organization;
  return `${from} sent you ${count} messages.`;
}
