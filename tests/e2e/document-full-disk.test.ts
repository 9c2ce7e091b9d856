import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { aDocumentProcess, sha256 } from "#tests/support/a-document-process.ts";
import { aFreePort } from "#tests/support/a-process.ts";
import { aSmallDisk, type SmallDisk } from "#tests/support/a-small-disk.ts";

const MIB = 1024 * 1024;
/** The database takes about 60 MB of it. */
const DISK_MIB = 160;

let disk: SmallDisk | null;
beforeAll(async () => {
  disk = await aSmallDisk(DISK_MIB);
});
afterAll(() => disk?.remove());

const aPdfOf = (bytes: number) => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(bytes, "\n")]);

test("a full disk refuses uploads with 507, serves what it has, and takes them again once there is room", async (context) => {
  // Mounting needs root, as the machines that run the whole suite have it.
  if (!disk) return context.skip("this system lets nobody mount a disk");
  const product = await aDocumentProcess(join(disk.path, "data"), await aFreePort());
  try {
    const kept = new Map<string, string>();
    const content = aPdfOf(8 * MIB);
    let refused: { status: number; code: string } | undefined;
    for (let number = 0; number < DISK_MIB / 8 && !refused; number += 1) {
      const answer = await product.upload(`${number}.pdf`, content);
      if (answer.status === 201) kept.set(answer.id, sha256(content));
      else refused = { status: answer.status, code: answer.code };
    }
    expect(refused).toEqual({ status: 507, code: "storage_full" });
    expect(kept.size).toBeGreaterThan(3);
    // The database has room to work: uploads do not take the last of it.
    expect(await product.contact()).toBe(200);

    await disk.fill();
    expect(await product.upload("full.pdf", aPdfOf(1000))).toMatchObject({
      status: 507,
      code: "storage_full",
    });
    const written = await product.contact();
    expect([200, 503, 507]).toContain(written);
    expect(await product.rows()).toHaveLength(kept.size);
    expect(product.files().incoming).toEqual([]);
    for (const [id, hash] of kept) expect(await product.hashOf(id)).toBe(hash);

    await disk.free();
    const [first = ""] = kept.keys();
    expect(await product.remove(first)).toBe(200);
    kept.delete(first);
    await vi.waitFor(
      async () => expect((await product.upload("again.pdf", aPdfOf(MIB))).status).toBe(201),
      20_000,
    );
    expect(await product.contact()).toBe(200);
    for (const [id, hash] of kept) expect(await product.hashOf(id)).toBe(hash);
    expect(product.files().kept).toHaveLength((await product.rows()).length);
  } finally {
    product.process.kill("SIGTERM");
    await product.process.exit();
  }
});
