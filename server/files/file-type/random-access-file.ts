import { open } from "node:fs/promises";

/** Reads parts of a file. */
export type RandomAccessFile = {
  size: number;
  /** Returns up to `length` bytes from `offset`: fewer at the end of the file, none beyond it. */
  read(offset: number, length: number): Promise<Buffer>;
};

/** Opens a local file, runs `work` with it, and closes it. */
export async function withRandomAccess<Result>(
  path: string,
  size: number,
  work: (file: RandomAccessFile) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path);
  try {
    return await work({
      size,
      async read(offset, length) {
        const available = Math.max(0, Math.min(length, size - offset));
        if (available === 0 || offset < 0) {
          return Buffer.alloc(0);
        }
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(available), 0, available, offset);
        return buffer.subarray(0, bytesRead);
      },
    });
  } finally {
    await handle.close();
  }
}
