import { connect, type Socket } from "node:net";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { type Scanner, ScannerError, type ScanResult } from "#server/files/scan/scanner.ts";

const TIMEOUT_MS = 60_000;
const END_OF_STREAM = Buffer.alloc(4);

/** Scans files with clamd's INSTREAM command. @param socket a file system path or `tcp://host:port` */
export function createClamavScanner(socket: string): Scanner {
  return {
    async scan(bytes) {
      const connection = connect(parseSocketAddress(socket));
      connection.setTimeout(TIMEOUT_MS, () => connection.destroy(new Error("clamd did not respond in time")));
      try {
        return parseReply(await requestScan(connection, bytes));
      } finally {
        connection.destroy();
        bytes.destroy();
      }
    },
  };
}

function parseSocketAddress(socket: string): { path: string } | { host: string; port: number } {
  if (!socket.startsWith("tcp://")) {
    return { path: socket };
  }
  const { hostname, port } = new URL(socket);
  return { host: hostname, port: Number(port) };
}

async function requestScan(connection: Socket, stream: Readable): Promise<string> {
  // clamd may reply and disconnect before it has received the whole file. Ignore a write error if there is a reply.
  const pendingReply = readReply(connection);
  const upload = sendStream(connection, stream);
  upload.catch(() => {});
  try {
    return await Promise.race([pendingReply, upload.then(() => pendingReply)]);
  } catch (error) {
    const receivedReply = await pendingReply.catch(() => "");
    if (receivedReply) {
      return receivedReply;
    }
    throw new ScannerError("clamd sent no result", true, { cause: error });
  }
}

async function readReply(connection: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  connection.on("data", (chunk) => chunks.push(chunk));
  await finished(connection, { writable: false });
  return Buffer.concat(chunks).toString("utf8").replaceAll("\0", "").trim();
}

async function sendStream(connection: Socket, bytes: Readable): Promise<void> {
  await writeData(connection, Buffer.from("zINSTREAM\0"));
  for await (const chunk of bytes) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    await writeData(connection, length);
    await writeData(connection, chunk);
  }
  await writeData(connection, END_OF_STREAM);
}

function writeData(connection: Socket, data: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.write(data, (error) => (error ? reject(error) : resolve()));
  });
}

/** Parses `stream: OK`, `stream: Eicar-Signature FOUND` or `… ERROR`. */
function parseReply(reply: string): ScanResult {
  if (/^stream: OK$/.test(reply)) {
    return { isClear: true };
  }
  const match = /^stream: (.+) FOUND$/.exec(reply);
  if (match?.[1]) {
    return { isClear: false, finding: match[1].slice(0, 500) };
  }
  throw new ScannerError(reply.slice(0, 200) || "clamd disconnected without a reply", reply === "");
}
