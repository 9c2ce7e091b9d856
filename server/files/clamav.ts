import { connect, type Socket } from "node:net";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { type Scanner, ScannerSilent, type Verdict } from "#server/files/scanner.ts";

const SILENT_AFTER_MS = 60_000;
const END_OF_STREAM = Buffer.alloc(4);

/** Asks a clamd by its INSTREAM command. @param socket a path of the file system, or tcp://host:port. */
export function clamav(socket: string): Scanner {
  return {
    async scan(bytes) {
      const connection = connect(addressOf(socket));
      connection.setTimeout(SILENT_AFTER_MS, () => connection.destroy(new Error("no answer in time")));
      try {
        return verdictOf(await ask(connection, bytes));
      } finally {
        connection.destroy();
        bytes.destroy();
      }
    },
  };
}

function addressOf(socket: string): { path: string } | { host: string; port: number } {
  if (!socket.startsWith("tcp://")) return { path: socket };
  const { hostname, port } = new URL(socket);
  return { host: hostname, port: Number(port) };
}

async function ask(connection: Socket, bytes: Readable): Promise<string> {
  // clamd may answer, and hang up, before it has taken everything: the answer counts, not the writing.
  const answer = read(connection);
  const sent = send(connection, bytes);
  sent.catch(() => {});
  try {
    return await Promise.race([answer, sent.then(() => answer)]);
  } catch (cause) {
    const told = await answer.catch(() => "");
    if (told) return told;
    throw new ScannerSilent("clamd gave no verdict", true, { cause });
  }
}

async function read(connection: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  connection.on("data", (chunk) => chunks.push(chunk));
  await finished(connection, { writable: false });
  return Buffer.concat(chunks).toString("utf8").replaceAll("\0", "").trim();
}

async function send(connection: Socket, bytes: Readable): Promise<void> {
  await write(connection, Buffer.from("zINSTREAM\0"));
  for await (const chunk of bytes) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    await write(connection, length);
    await write(connection, chunk);
  }
  await write(connection, END_OF_STREAM);
}

function write(connection: Socket, data: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.write(data, (cause) => (cause ? reject(cause) : resolve()));
  });
}

/** `stream: OK`, `stream: Eicar-Signature FOUND`, or `… ERROR`. */
function verdictOf(answer: string): Verdict {
  if (/^stream: OK$/.test(answer)) return { isClear: true };
  const found = /^stream: (.+) FOUND$/.exec(answer);
  if (found?.[1]) return { isClear: false, finding: found[1].slice(0, 500) };
  throw new ScannerSilent(answer.slice(0, 200) || "clamd hung up without a word", answer === "");
}
