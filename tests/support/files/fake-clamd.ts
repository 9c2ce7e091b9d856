import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The EICAR test string, which scanners report as a virus. Split so that no scanner flags this file. */
export const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${"EICAR"}-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`;

/** A clamd that supports the INSTREAM command and detects only the EICAR test string. */
export type FakeClamd = {
  socket: string;
  /** The number of scanned streams. */
  scanCount(): number;
  /** Responds with this text instead of scanning. Null restores scanning. */
  respondWith(text: string | null): void;
  stop(): Promise<void>;
};

const MAX_STREAM_BYTES = 60 * 1024 * 1024;

export async function startFakeClamd(): Promise<FakeClamd> {
  const folder = await mkdtemp(join(tmpdir(), "clamd-"));
  const socket = join(folder, "clamd.sock");
  let count = 0;
  let fixedResponse: string | null = null;
  const server = createServer((connection) => {
    connection.on("error", () => {});
    void readStream(connection).then((bytes) => {
      count += 1;
      const result = bytes.includes(EICAR) ? "Eicar-Test-Signature FOUND" : "OK";
      connection.end(`${fixedResponse ?? `stream: ${result}`}\0`);
    });
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return {
    socket,
    scanCount: () => count,
    respondWith(text) {
      fixedResponse = text;
    },
    async stop() {
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Reads an INSTREAM command: chunks preceded by their length, ended by an empty chunk. */
async function readStream(connection: Socket): Promise<Buffer> {
  let buffered = Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let isCommandRead = false;
  for await (const chunk of connection.iterator({ destroyOnReturn: false })) {
    buffered = Buffer.concat([buffered, chunk]);
    if (!isCommandRead) {
      const end = buffered.indexOf(0);
      if (end < 0) {
        continue;
      }
      if (buffered.toString("utf8", 0, end) !== "zINSTREAM") {
        throw new Error("not INSTREAM");
      }
      buffered = buffered.subarray(end + 1);
      isCommandRead = true;
    }
    while (buffered.length >= 4) {
      const length = buffered.readUInt32BE(0);
      if (length === 0) {
        return Buffer.concat(chunks);
      }
      if (length > MAX_STREAM_BYTES) {
        throw new Error("INSTREAM size limit exceeded");
      }
      if (buffered.length < 4 + length) {
        break;
      }
      chunks.push(buffered.subarray(4, 4 + length));
      buffered = buffered.subarray(4 + length);
    }
  }
  return Buffer.concat(chunks);
}
