import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A real SMTP server that keeps what it is sent. */
export type MailServer = {
  url: string;
  received: { to: string[]; message: Email }[];
  /** From now on refuses every message with this reply, such as 451; null accepts again. */
  refuseWith(code: number | null): void;
  /** How many it has refused. */
  refused(): number;
  stop(): Promise<void>;
};

/** Listens on a free port of the loopback interface. */
export async function aMailServer(): Promise<MailServer> {
  const received: MailServer["received"] = [];
  let refusal: number | null = null;
  let refused = 0;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        if (refusal) {
          refused += 1;
          return done(Object.assign(new Error("not now"), { responseCode: refusal }));
        }
        const message = await PostalMime.parse(Buffer.concat(chunks));
        received.push({ to: session.envelope.rcptTo.map((recipient) => recipient.address), message });
        done();
      });
    },
  });
  // Whose process ends in the middle of a message is no concern of the server's.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuseWith(code) {
      refusal = code;
    },
    refused: () => refused,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
