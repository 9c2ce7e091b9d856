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

/** Where mail goes. Throwing means: not accepted, try again later; at once when `stopping` says so. */
export type MailTransport = { send(mail: Mail, stopping?: AbortSignal): Promise<void> };

/**
 * How long a mail server may take, in milliseconds: to connect and greet, for everything up to the message's end, and
 * then for its answer.
 */
export type SmtpLimits = { greetMs: number; talkMs: number; answerMs: number };

// After the message's end the server owns it, perhaps behind a slow scanner: whoever hangs up then gets it taken twice.
// RFC 5321 section 4.5.3.2.6 grants it ten minutes. Before, hanging up costs nothing but another try.
const LIMITS: SmtpLimits = { greetMs: 30_000, talkMs: 120_000, answerMs: 600_000 };

/** No mail is under way for longer, in milliseconds. */
export const LONGEST_TALK_MS = LIMITS.talkMs + LIMITS.answerMs;

/** Sends through an SMTP server given as `smtp://[user:pass@]host:port`. */
export function smtpTransport(url: string, limits = LIMITS): MailTransport {
  const given = createTransport(url, {});
  const options = {
    ...(given.options as object),
    connectionTimeout: limits.greetMs,
    greetingTimeout: limits.greetMs,
    // Silence alone: a server that sends a character now and then is ended by the limits below.
    socketTimeout: Math.max(limits.talkMs, limits.answerMs),
  };
  given.close();
  return {
    async send(mail, stopping) {
      const talk = new AbortController();
      const end = (why: string) => talk.abort(Object.assign(new Error(why), { code: "ETIMEDOUT" }));
      const stop = () => end("The product stopped before the mail server answered.");
      stopping?.addEventListener("abort", stop);
      let timer = setTimeout(end, limits.talkMs, "The mail server took too long to take the message.");
      const smtp = createTransport(options);
      smtp.use("stream", ({ message }, next) => {
        message.processFunc((stream) =>
          // Read to its end only when the server has asked for it.
          stream.once("end", () => {
            clearTimeout(timer);
            timer = setTimeout(end, limits.answerMs, "The mail server took too long to accept the message.");
          }),
        );
        next();
      });
      try {
        if (stopping?.aborted) stop();
        await smtp.sendMail({ ...fields(mail), signal: talk.signal });
      } catch (cause) {
        throw talk.signal.aborted ? talk.signal.reason : cause;
      } finally {
        clearTimeout(timer);
        stopping?.removeEventListener("abort", stop);
        smtp.close();
      }
    },
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
