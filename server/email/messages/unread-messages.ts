/** A thread in which somebody has not read something. */
export type UnreadThread = { company: string; count: number };

type Message = { subject: string; text: string };

/** To the firm: a client wrote. What it wrote stays in the admin area, which asks who reads it. */
export function unreadByFirm({ company, count }: UnreadThread, threadUrl: string): Message {
  return {
    subject: `${company} wrote to you`,
    text: [
      `${wordsFor(count)} from ${company} ${count === 1 ? "waits" : "wait"} to be read.`,
      `Read and answer:\n${threadUrl}`,
    ].join("\n\n"),
  };
}

/** To the client: the firm wrote. What it wrote stays in the portal. */
export function unreadByClient({ count }: UnreadThread, firm: string, portalUrl: string): Message {
  return {
    subject: `${firm} wrote to you`,
    text: [
      `${wordsFor(count)} from ${firm} ${count === 1 ? "waits" : "wait"} to be read in your portal.`,
      `Read and answer:\n${portalUrl}`,
      firm,
    ].join("\n\n"),
  };
}

function wordsFor(count: number): string {
  return count === 1 ? "A message" : `${count} messages`;
}
