import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The harmless text every scanner takes for a virus, put together here so that no scanner finds it in our sources. */
export const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${"EICAR"}-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`;

/** A clamd on a socket: it speaks INSTREAM as the real one does, and knows one virus. */
export type Clamd = {
  socket: string;
  /** How many streams it was given. */
  scanned(): number;
  /** From now on answers with these words instead of looking; null looks again. */
  answerWith(words: string | null): void;
  stop(): Promise<void>;
};

const LARGEST_STREAM = 60 * 1024 * 1024;

export async function aClamd(): Promise<Clamd> {
  const folder = await mkdtemp(join(tmpdir(), "clamd-"));
  const socket = join(folder, "clamd.sock");
  let count = 0;
  let words: string | null = null;
  const server = createServer((connection) => {
    connection.on("error", () => {});
    void takeStream(connection).then((bytes) => {
      count += 1;
      const found = bytes.includes(EICAR) ? "Eicar-Test-Signature FOUND" : "OK";
      connection.end(`${words ?? `stream: ${found}`}\0`);
    });
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return {
    socket,
    scanned: () => count,
    answerWith(next) {
      words = next;
    },
    async stop() {
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The bytes of one INSTREAM command: pieces with their length before them, until an empty one. */
async function takeStream(connection: Socket): Promise<Buffer> {
  let waiting = Buffer.alloc(0);
  const pieces: Buffer[] = [];
  let isCommandRead = false;
  for await (const chunk of connection.iterator({ destroyOnReturn: false })) {
    waiting = Buffer.concat([waiting, chunk]);
    if (!isCommandRead) {
      const end = waiting.indexOf(0);
      if (end < 0) continue;
      if (waiting.toString("utf8", 0, end) !== "zINSTREAM") throw new Error("not INSTREAM");
      waiting = waiting.subarray(end + 1);
      isCommandRead = true;
    }
    while (waiting.length >= 4) {
      const length = waiting.readUInt32BE(0);
      if (length === 0) return Buffer.concat(pieces);
      if (length > LARGEST_STREAM) throw new Error("INSTREAM size limit exceeded");
      if (waiting.length < 4 + length) break;
      pieces.push(waiting.subarray(4, 4 + length));
      waiting = waiting.subarray(4 + length);
    }
  }
  return Buffer.concat(pieces);
}
