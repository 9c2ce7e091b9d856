import { createServer, type Socket } from "node:net";
import { serverPort } from "../network/server-port.ts";

/** `stepMs` delays each response, `acceptMs` the response to a message. `silentAt` is a step that gets no response. */
type Delays = { stepMs?: number; acceptMs?: number; silentAt?: "greeting" | "EHLO" | "message" };

/** An SMTP server with slow responses. It stores a message even if the client disconnects before the response. */
export type SlowSmtpServer = {
  url: string;
  /** Messages received completely, as `Message-ID recipient`. */
  received: string[];
  /** The received messages whose client was still connected for the response. */
  acknowledged: string[];
  stop(): Promise<void>;
};

/** Listens on a free port of the loopback interface. */
export async function startSlowSmtpServer({
  stepMs = 0,
  acceptMs = 0,
  silentAt,
}: Delays): Promise<SlowSmtpServer> {
  const received: string[] = [];
  const acknowledged: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    const respond = (line: string, delayMs = stepMs, onSent = () => {}) =>
      setTimeout(() => {
        if (!socket.writable || socket.readableEnded) {
          return;
        }
        socket.write(`${line}\r\n`);
        onSent();
      }, delayMs);
    let message: string | null = null;
    let recipient = "";
    if (silentAt !== "greeting") {
      respond("220 slow");
    }
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      if (message !== null) {
        message += text;
        if (!message.endsWith("\r\n.\r\n")) {
          return;
        }
        const key = `${/^Message-ID: (.*)$/im.exec(message)?.[1]} ${recipient}`;
        received.push(key);
        message = null;
        if (silentAt !== "message") {
          respond("250 accepted", acceptMs, () => acknowledged.push(key));
        }
      } else if (/^DATA/i.test(text)) {
        message = "";
        respond("354 continue");
      } else if (silentAt !== "EHLO") {
        recipient = /^RCPT TO:<(.*)>/i.exec(text)?.[1] ?? recipient;
        respond("250 ok");
      }
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `smtp://127.0.0.1:${serverPort(server)}`,
    received,
    acknowledged,
    async stop() {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((closed) => server.close(closed));
    },
  };
}
