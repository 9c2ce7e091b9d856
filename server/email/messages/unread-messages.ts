import {
  button,
  type EmailContent,
  greeting,
  paragraph,
  preferences,
  reasonFootnote,
  signature,
} from "#server/email/content.ts";

/** A thread with messages that the recipient has not read. */
export type UnreadThread = { company: string; count: number };

/** Sent to the firm. Contains no message text, because reading messages requires signing in. */
export function unreadMessagesForFirm({ company, count }: UnreadThread, threadUrl: string): EmailContent {
  return {
    subject: `New ${count === 1 ? "message" : "messages"} from ${company}`,
    blocks: [
      paragraph(
        count === 1
          ? `You have an unread message from ${company}.`
          : `You have ${count} unread messages from ${company}.`,
      ),
      button("Read and reply", threadUrl),
      reasonFootnote("this address receives client messages."),
    ],
  };
}

/** Sent to the client. Contains no message text, because reading messages requires signing in. */
export function unreadMessagesForClient(
  { count, contactPerson }: { count: number; contactPerson: string },
  brand: { name: string },
  publicUrl: string,
): EmailContent {
  const firm = brand.name;
  return {
    subject: `New ${count === 1 ? "message" : "messages"} from ${firm}`,
    blocks: [
      greeting(contactPerson),
      paragraph(
        count === 1 ? `You have a new message from ${firm}.` : `You have ${count} new messages from ${firm}.`,
      ),
      button("Read and reply", `${publicUrl}/client-portal?section=messages`),
      signature(brand),
      preferences(publicUrl),
      reasonFootnote(`you have unread messages in the ${firm} client portal.`),
    ],
  };
}
