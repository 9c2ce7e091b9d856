import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Config } from "#server/config.ts";
import { createFiles, createScanner } from "#server/files/index.ts";
import { type Finding, ok, problem, reasonOf, skipped } from "./finding.ts";

/** Puts a small file into the documents' store, reads it back and removes it; asks the scanner about harmless bytes. */
export async function lookAtStore(config: Config): Promise<Finding[]> {
  return [await store(config), await scanner(config)];
}

async function store(config: Config): Promise<Finding> {
  const { store } = createFiles(config);
  const key = `doctor-${randomUUID()}`;
  const bytes = Buffer.from("The store keeps what it is given.\n");
  const folder = await mkdtemp(join(tmpdir(), "doctor-"));
  try {
    const path = join(folder, "probe");
    await writeFile(path, bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await store.put(key, { path, size: bytes.length, sha256 });
    const back = Buffer.concat(await (await store.read(key)).toArray());
    await store.remove(key);
    if (!back.equals(bytes)) throw new Error("it gave back other bytes than it was given");
    return ok("Documents", `the ${store.name} store keeps, gives back and removes`);
  } catch (cause) {
    const todo =
      store.name === "s3"
        ? "Check S3_ENDPOINT, S3_BUCKET and the keys' rights."
        : "Check DATA_DIR/documents and the disk.";
    return problem("Documents", `the ${store.name} store: ${reasonOf(cause)}`, todo);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function scanner(config: Config): Promise<Finding> {
  const scanner = createScanner(config);
  if (!scanner) return skipped("Scanner", "CLAMAV_SOCKET is not set: documents are recorded as not scanned");
  try {
    const verdict = await scanner.scan(Readable.from([Buffer.from("harmless")]));
    if (verdict.isClear) return ok("Scanner", "answers");
    return problem("Scanner", `calls harmless bytes ${verdict.finding}`, "Update clamd's signatures.");
  } catch (cause) {
    return problem(
      "Scanner",
      reasonOf(cause),
      "Is clamd running, and may the product's account open CLAMAV_SOCKET?",
    );
  }
}
