import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy in front of several application processes, as an operator would put nginx there. */
export type RoundRobin = {
  url: string;
  /** Hands requests to these ports in turn from now on, except to those that are not ready. */
  serve(ports: readonly number[]): void;
  stop(): Promise<void>;
};

const LOOK_EVERY_MS = 500;

/**
 * Hands each request to the next process; to another one where a connection is refused, as nginx does. The caller's
 * `X-Forwarded-For` is passed on, so that a test can be many people.
 */
export async function aRoundRobin(): Promise<RoundRobin> {
  let ports: readonly number[] = [];
  let turn = 0;
  const away = new Set<number>();
  const looking = setInterval(async () => {
    for (const port of ports) (await isReady(port)) ? away.delete(port) : away.add(port);
  }, LOOK_EVERY_MS);
  const server = createServer(async (asked, answer) => {
    const body = await bytesOf(asked);
    turn += 1;
    const there = ports.filter((port) => !away.has(port));
    const inTurn = there.map((_, index) => there[(turn + index) % there.length] ?? 0);
    for (const port of inTurn) if (await handOn(port, asked, body, answer)) return;
    answer.writeHead(502).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    serve(next) {
      ports = next;
    },
    stop: () =>
      new Promise((closed) => {
        clearInterval(looking);
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** @returns false where nobody listens: nothing was sent, another process may have it. */
function handOn(
  port: number,
  asked: IncomingMessage,
  body: Buffer,
  answer: ServerResponse,
): Promise<boolean> {
  return new Promise((handed) => {
    const { method, url, headers } = asked;
    const forwarded = send({ host: "127.0.0.1", port, method, path: url, headers, agent: false }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
      handed(true);
    });
    forwarded.on("error", (cause: NodeJS.ErrnoException) => {
      if (cause.code === "ECONNREFUSED") return handed(false);
      answer.writeHead(502).end();
      handed(true);
    });
    forwarded.end(body);
  });
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/ready`).then(
    (answer) => answer.ok,
    () => false,
  );

async function bytesOf(asked: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of asked) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
