import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTransport } from "nodemailer";

/** An attached file. `content` is text or bytes, never a path or URL. */
export type EmailAttachment = { filename: string; content: string | Buffer; contentType: string };

/** An email rendered for sending. */
export type EmailMessage = {
  messageId: string;
  from: string;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html?: string;
  attachments?: readonly EmailAttachment[];
  /** A calendar file that mail programs show as an invitation (RFC 6047). */
  invitation?: { method: "REQUEST" | "CANCEL"; content: string };
};

/** Sends email. `send` rejects if the mail server did not accept the message, or if `signal` is aborted. */
export type EmailTransport = { send(message: EmailMessage, signal?: AbortSignal): Promise<void> };

/**
 * Timeouts in milliseconds. `connectMs` includes the greeting. `responseMs` starts when the message has been
 * transferred.
 */
export type SmtpTimeouts = { connectMs: number; transferMs: number; responseMs: number };

// After receiving the message, a server may scan it for minutes before it responds. Disconnecting then can deliver the
// message twice, so wait 10 minutes (RFC 5321, section 4.5.3.2.6). Disconnecting earlier only costs a retry.
const DEFAULT_TIMEOUTS: SmtpTimeouts = { connectMs: 30_000, transferMs: 120_000, responseMs: 600_000 };

/** Maximum duration of sending a message, in milliseconds. */
export const MAX_SEND_MS = DEFAULT_TIMEOUTS.transferMs + DEFAULT_TIMEOUTS.responseMs;

/** @param url `smtp://[user:pass@]host:port` */
export function createSmtpTransport(url: string, timeouts = DEFAULT_TIMEOUTS): EmailTransport {
  const parsedTransport = createTransport(url, {});
  const options = {
    ...parsedTransport.options,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    // Limits only the time without data. The timers below also stop a server that sends one byte at a time.
    socketTimeout: Math.max(timeouts.transferMs, timeouts.responseMs),
  };
  parsedTransport.close();
  return {
    async send(message, signal) {
      const controller = new AbortController();
      const abort = (reason: string) =>
        controller.abort(Object.assign(new Error(reason), { code: "ETIMEDOUT" }));
      const abortOnShutdown = () => abort("The server shut down before the mail server responded.");
      signal?.addEventListener("abort", abortOnShutdown);
      let timer = setTimeout(
        abort,
        timeouts.transferMs,
        "The mail server took too long to receive the email.",
      );
      const smtp = createTransport(options);
      smtp.use("stream", ({ message: mimeMessage }, next) => {
        mimeMessage.processFunc((stream) =>
          // The stream ends when the whole message has been sent to the server.
          stream.once("end", () => {
            clearTimeout(timer);
            timer = setTimeout(
              abort,
              timeouts.responseMs,
              "The mail server took too long to accept the email.",
            );
          }),
        );
        next();
      });
      try {
        if (signal?.aborted) {
          abortOnShutdown();
        }
        await smtp.sendMail({ ...toMailOptions(message), signal: controller.signal });
      } catch (error) {
        throw controller.signal.aborted ? controller.signal.reason : error;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abortOnShutdown);
        smtp.close();
      }
    },
  };
}

/** Writes each email to an `.eml` file, for machines without a mail server. */
export function createFolderTransport(folder: string): EmailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(message) {
      const composed = await composer.sendMail(toMailOptions(message));
      if (!Buffer.isBuffer(composed.message)) {
        throw new Error("the composed email is not a buffer");
      }
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${message.messageId.replaceAll(/[^\w.-]/g, "_")}.eml`);
      // Rename a complete file into place, so that readers never see a partial email. A retry overwrites it.
      writeFileSync(`${file}.new`, composed.message, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}

function toMailOptions({ messageId, replyTo, attachments = [], invitation, ...message }: EmailMessage) {
  return {
    ...message,
    attachments: [...attachments],
    ...(invitation && { icalEvent: { ...invitation, filename: "invite.ics" } }),
    messageId: `<${messageId}>`,
    replyTo: replyTo ?? undefined,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
