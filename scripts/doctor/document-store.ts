import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { Config } from "#server/config.ts";
import { createFiles, createScanner } from "#server/files/index.ts";
import { describeError, type Finding, ok, problem, skipped } from "./finding.ts";

/** Checks that the store can write, read and delete a file, and that the scanner accepts harmless bytes. */
export async function checkDocumentStore(config: Config): Promise<Finding[]> {
  return [await checkStore(config), await checkScanner(config)];
}

async function checkStore(config: Config): Promise<Finding> {
  const { store, temporaryFiles } = createFiles(config);
  const key = `doctor-${randomUUID()}`;
  const bytes = Buffer.from("npm run doctor\n");
  try {
    const file = await temporaryFiles.receive(Readable.from([bytes]));
    await store.put(key, file).finally(() => temporaryFiles.remove(file));
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
