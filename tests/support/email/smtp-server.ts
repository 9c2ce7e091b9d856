import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { serverPort } from "../network/server-port.ts";

/** An SMTP server that stores the messages it receives. */
export type TestSmtpServer = {
  url: string;
  received: { to: string[]; message: Email }[];
  /** Rejects every message with this reply code, such as 451. Null accepts messages again. */
  rejectWith(code: number | null): void;
  /** The number of rejected messages. */
  rejectedCount(): number;
  stop(): Promise<void>;
};

/** Listens on a free port of the loopback interface. */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const received: TestSmtpServer["received"] = [];
  let rejectionCode: number | null = null;
  let rejected = 0;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        if (rejectionCode) {
          rejected += 1;
          return done(Object.assign(new Error("not now"), { responseCode: rejectionCode }));
        }
        const message = await PostalMime.parse(Buffer.concat(chunks));
        received.push({ to: session.envelope.rcptTo.map((recipient) => recipient.address), message });
        done();
      });
    },
  });
  // Ignore clients that disconnect in the middle of a message.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = serverPort(server.server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    rejectWith(code) {
      rejectionCode = code;
    },
    rejectedCount: () => rejected,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
