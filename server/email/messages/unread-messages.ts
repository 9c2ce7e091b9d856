import { shortenName } from "#domain/text/shorten-name.ts";
import {
  button,
  type EmailContent,
  greeting,
  paragraph,
  preferences,
  reasonFootnote,
  signature,
} from "#server/email/content.ts";

/** A thread with messages that the recipient has not read. `sender` is null if the name is unknown or several people wrote. */
export type UnreadThread = { company: string; count: number; sender?: string | null };

/** Sent to the firm. Contains no message text, because reading messages requires signing in. */
export function unreadMessagesForFirm(
  { company, count, sender }: UnreadThread,
  threadUrl: string,
): EmailContent {
  const from = formatSender(sender, company);
  return {
    subject: `New ${count === 1 ? "message" : "messages"} from ${from}`,
    blocks: [
      paragraph(
        count === 1
          ? `You have an unread message from ${from}.`
          : `You have ${count} unread messages from ${from}.`,
      ),
      button("Read and reply", threadUrl),
      reasonFootnote("this address receives client messages."),
    ],
  };
}

/** Sent to the client. Contains no message text, because reading messages requires signing in. */
export function unreadMessagesForClient(
  { count, contactPerson, sender }: { count: number; contactPerson: string; sender?: string | null },
  brand: { name: string },
  publicUrl: string,
): EmailContent {
  const firm = brand.name;
  const from = formatSender(sender, firm);
  return {
    subject: `New ${count === 1 ? "message" : "messages"} from ${from}`,
    blocks: [
      greeting(contactPerson),
      paragraph(
        count === 1 ? `You have a new message from ${from}.` : `You have ${count} new messages from ${from}.`,
      ),
      paragraph(
        `For your security, ${count === 1 ? "the message is" : "messages are"} shown only in the client portal.`,
      ),
      button("Read and reply", `${publicUrl}/client-portal?section=messages`),
      signature(brand),
      preferences(publicUrl),
      reasonFootnote(`you have unread messages in the ${firm} client portal.`),
    ],
  };
}

function formatSender(sender: string | null | undefined, organization: string): string {
  return sender ? `${shortenName(sender)}, ${organization}` : organization;
}
