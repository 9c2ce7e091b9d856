import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Config } from "#server/config.ts";
import { createFiles, createScanner } from "#server/files/index.ts";
import { describeError, type Finding, ok, problem, skipped } from "./finding.ts";

/** Checks that the store can write, read and delete a file, and that the scanner accepts harmless bytes. */
export async function checkDocumentStore(config: Config): Promise<Finding[]> {
  return [await checkStore(config), await checkScanner(config)];
}

async function checkStore(config: Config): Promise<Finding> {
  const { store } = createFiles(config);
  const key = `doctor-${randomUUID()}`;
  const bytes = Buffer.from("npm run doctor\n");
  const folder = await mkdtemp(join(tmpdir(), "doctor-"));
  try {
    const path = join(folder, "probe");
    await writeFile(path, bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await store.put(key, { path, size: bytes.length, sha256 });
    const storedBytes = Buffer.concat(await (await store.read(key)).toArray());
    await store.remove(key);
    if (!storedBytes.equals(bytes)) {
      throw new Error("it returned different bytes");
    }
    return ok("Documents", `the ${store.name} store can write, read and delete`);
  } catch (error) {
    const fix =
      store.name === "s3"
        ? "Check S3_ENDPOINT, S3_BUCKET and the permissions of the keys."
        : "Check DATA_DIR/documents and the disk.";
    return problem("Documents", `the ${store.name} store: ${describeError(error)}`, fix);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkScanner(config: Config): Promise<Finding> {
  const scanner = createScanner(config);
  if (!scanner) {
    return skipped("Scanner", "CLAMAV_SOCKET is not set, so documents are not scanned");
  }
  try {
    const result = await scanner.scan(Readable.from([Buffer.from("harmless")]));
    if (result.isClear) {
      return ok("Scanner", "responds");
    }
    return problem(
      "Scanner",
      `detects ${result.finding} in harmless bytes`,
      "Update clamd's virus signatures.",
    );
  } catch (error) {
    return problem(
      "Scanner",
      describeError(error),
      "Start clamd, and make sure that the product's account can open CLAMAV_SOCKET.",
    );
  }
}
