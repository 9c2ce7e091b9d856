import { open } from "node:fs/promises";

/** Reads parts of a file that may hold anything. */
export type Bytes = {
  size: number;
  /** What there is of `length` bytes at `offset`; fewer, or none, beyond the end. */
  at(offset: number, length: number): Promise<Buffer>;
};

/** Opens a local file for `work`, and closes it afterwards. */
export async function withBytes<Result>(
  path: string,
  size: number,
  work: (bytes: Bytes) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path);
  try {
    return await work({
      size,
      async at(offset, length) {
        const room = Math.max(0, Math.min(length, size - offset));
        if (room === 0 || offset < 0) return Buffer.alloc(0);
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(room), 0, room, offset);
        return buffer.subarray(0, bytesRead);
      },
    });
  } finally {
    await handle.close();
  }
}
