import { type AddressInfo, createServer, type Socket } from "node:net";

/** How slow: milliseconds before each answer, and before the one to a message; `silentAt` a step it never answers. */
type Slowness = { stepMs?: number; acceptMs?: number; silentAt?: "greeting" | "EHLO" | "message" };

/** A mail server that takes its time. It keeps what it was sent, as servers do: whoever hangs up meanwhile is not asked. */
export type SlowMailServer = {
  url: string;
  /** Each message whose last line has come, as `Message-ID recipient`. */
  taken: string[];
  /** Those of them whose sender was still there to hear so. */
  accepted: string[];
  stop(): Promise<void>;
};

/** Listens on a free port of the loopback interface. */
export async function aSlowMailServer({
  stepMs = 0,
  acceptMs = 0,
  silentAt,
}: Slowness): Promise<SlowMailServer> {
  const taken: string[] = [];
  const accepted: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket)).on("error", () => {});
    const say = (answer: string, afterMs = stepMs, told = () => {}) =>
      setTimeout(() => {
        if (!socket.writable || socket.readableEnded) return;
        socket.write(`${answer}\r\n`);
        told();
      }, afterMs);
    let message: string | null = null;
    let recipient = "";
    if (silentAt !== "greeting") say("220 slow");
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      if (message !== null) {
        message += text;
        if (!message.endsWith("\r\n.\r\n")) return;
        const name = `${/^Message-ID: (.*)$/im.exec(message)?.[1]} ${recipient}`;
        taken.push(name);
        message = null;
        if (silentAt !== "message") say("250 taken", acceptMs, () => accepted.push(name));
      } else if (/^DATA/i.test(text)) {
        message = "";
        say("354 go on");
      } else if (silentAt !== "EHLO") {
        recipient = /^RCPT TO:<(.*)>/i.exec(text)?.[1] ?? recipient;
        say("250 ok");
      }
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    accepted,
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
