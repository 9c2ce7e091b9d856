import { button, type EmailContent, paragraph, reason } from "#server/email/content.ts";

/** A thread with messages that one side has not read. */
export type UnreadThread = { company: string; count: number };

/** To the firm. Contains no message text, because reading it requires signing in. */
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
      reason("this address receives client messages."),
    ],
  };
}

/** To the client. Contains no message text, because reading it requires signing in. */
export function unreadMessagesForClient(
  { count }: Pick<UnreadThread, "count">,
  firm: string,
  portalUrl: string,
): EmailContent {
  return {
    subject: `New ${count === 1 ? "message" : "messages"} from ${firm}`,
    blocks: [
      paragraph(
        count === 1 ? `You have a new message from ${firm}.` : `You have ${count} new messages from ${firm}.`,
      ),
      button("Read and reply", portalUrl),
      reason(`you have unread messages in the ${firm} client portal.`),
    ],
  };
}
