import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { mountSmallDisk, type SmallDisk } from "#tests/support/files/small-disk.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { sha256, startDocumentProcess } from "#tests/support/product/document-process.ts";

const MIB = 1024 * 1024;
/** The database uses about 60 MB of the disk. */
const DISK_MIB = 160;

let disk: SmallDisk | null;
beforeAll(async () => {
  disk = await mountSmallDisk(DISK_MIB);
});
afterAll(() => disk?.remove());

const buildPdf = (bytes: number) => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(bytes, "\n")]);

test("rejects uploads with 507 while the disk is full, serves stored documents, and recovers", async (context) => {
  // Mounting requires root. CI runs as root.
  if (!disk) {
    return context.skip("mounting a disk is not allowed");
  }
  const product = await startDocumentProcess(join(disk.path, "data"), await findFreePort());
  try {
    const stored = new Map<string, string>();
    const content = buildPdf(8 * MIB);
    let rejection: { status: number; code: string } | undefined;
    for (let number = 0; number < DISK_MIB / 8 && !rejection; number += 1) {
      const response = await product.upload(`${number}.pdf`, content);
      if (response.status === 201) {
        stored.set(response.id, sha256(content));
      } else {
        rejection = { status: response.status, code: response.code };
      }
    }
    expect(rejection).toEqual({ status: 507, code: "storage_full" });
    expect(stored.size).toBeGreaterThan(3);
    // Uploads must leave free space for the database.
    expect(await product.sendInquiry()).toBe(200);

    await disk.fill();
    expect(await product.upload("full.pdf", buildPdf(1000))).toMatchObject({
      status: 507,
      code: "storage_full",
    });
    const inquiryStatus = await product.sendInquiry();
    expect([200, 503, 507]).toContain(inquiryStatus);
    expect(await product.listDocuments()).toHaveLength(stored.size);
    expect(product.listFiles().incoming).toEqual([]);
    for (const [id, hash] of stored) {
      expect(await product.downloadHash(id)).toBe(hash);
    }

    await disk.free();
    const [first = ""] = stored.keys();
    expect(await product.remove(first)).toBe(200);
    stored.delete(first);
    await vi.waitFor(
      async () => expect((await product.upload("again.pdf", buildPdf(MIB))).status).toBe(201),
      20_000,
    );
    expect(await product.sendInquiry()).toBe(200);
    for (const [id, hash] of stored) {
      expect(await product.downloadHash(id)).toBe(hash);
    }
    expect(product.listFiles().stored).toHaveLength((await product.listDocuments()).length);
  } finally {
    product.process.kill("SIGTERM");
    await product.process.exit();
  }
});
