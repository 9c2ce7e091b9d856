import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTransport } from "nodemailer";

/** A message ready to go, as text and as HTML made of that text: nothing a visitor typed is ever markup. */
export type Mail = {
  messageId: string;
  from: string;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html?: string;
};

/** Where mail goes. Throwing means: not accepted, try again later. */
export type MailTransport = { send(mail: Mail): Promise<void>; close(): void };

const CONNECT_MS = 5_000;
const TALK_MS = 15_000;

/** Sends through an SMTP server given as `smtp://[user:pass@]host:port`. */
export function smtpTransport(url: string): MailTransport {
  const transport = createTransport(url, {});
  const smtp = createTransport({
    ...(transport.options as object),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: TALK_MS,
  });
  transport.close();
  return {
    async send(mail) {
      await smtp.sendMail(fields(mail));
    },
    close: () => smtp.close(),
  };
}

/** Keeps each message as an `.eml` file in a folder, for machines without a mail server. */
export function folderTransport(folder: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const composed = await composer.sendMail(fields(mail));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${mail.messageId.replaceAll(/[^\w.-]/g, "_")}.eml`);
      // Written under another name first: a reader never sees half a message; a repeat replaces itself.
      writeFileSync(`${file}.new`, composed.message as Buffer, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
    close: () => composer.close(),
  };
}

function fields(mail: Mail) {
  return {
    messageId: `<${mail.messageId}>`,
    from: mail.from,
    to: mail.to,
    replyTo: mail.replyTo ?? undefined,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
