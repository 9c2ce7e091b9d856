import { once } from "node:events";
import { finished, type Readable } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { MAX_DOCUMENT_BYTES } from "#domain/documents/document-upload.ts";
import type { TemporaryFile, TemporaryFiles } from "#server/files/upload/temporary-files.ts";
import { ApiError } from "#server/http/errors.ts";
import { repeatedFieldError } from "#server/http/request-body.ts";

/** The fields of a form, and at most one file. */
export type ReceivedForm = {
  fields: ReadonlyMap<string, string>;
  /** `name` is unvalidated user input. The caller must delete the file. */
  file: (TemporaryFile & { name: string }) | null;
};

/** Includes the fields, headers and boundaries of the form. */
const MAX_FORM_BYTES = MAX_DOCUMENT_BYTES + 256 * 1024;

const PARSER_LIMITS = {
  fieldNameSize: 100,
  fieldSize: 4 * 1024,
  fields: 10,
  // One more than is accepted, so that a second file is rejected instead of ignored.
  files: 2,
  parts: 12,
  headerPairs: 20,
  headerSize: 16 * 1024,
  fileSize: MAX_DOCUMENT_BYTES + 1,
};

export type IncomingForm = { headers: Headers; body: Readable };

/**
 * Reads a multipart form as a stream and writes its file to disk, so that memory use does not depend on the file size.
 * Leaves nothing on disk after an error.
 * @param assertName Called with the file name before the content is read. Throws to reject the upload.
 * @throws {ApiError} 400 for an incomplete form, 413 as soon as it is too large.
 * @throws {StorageError | FileTooLargeError} like `TemporaryFiles.receive`.
 */
export async function receiveForm(
  { headers, body }: IncomingForm,
  temporaryFiles: TemporaryFiles,
  assertName: (name: string) => void,
): Promise<ReceivedForm> {
  if (Number(headers.get("content-length") ?? 0) > MAX_FORM_BYTES) {
    throw tooLargeError();
  }
  const parser = createParser(headers);
  const form = collectParts(parser, temporaryFiles, assertName);
  try {
    body.pipe(parser);
    await Promise.race([receiveBody(body), form.failure]);
    return await Promise.race([form.result(), form.failure]);
  } catch (error) {
    // Browsers read the response only after they have sent the whole body, so read and discard the rest.
    body.unpipe(parser);
    body.resume();
    parser.destroy();
    await form.discard();
    throw error;
  }
}

/** Waits for the end of the body. Rejects if it is too large or interrupted. */
async function receiveBody(body: Readable): Promise<void> {
  let total = 0;
  await new Promise<void>((resolve, reject) => {
    body.on("data", (chunk: Buffer) => {
      total += chunk.length;
      if (total > MAX_FORM_BYTES) {
        reject(tooLargeError());
      }
    });
    finished(body, { writable: false }, (error) => (error ? reject(interruptedUploadError()) : resolve()));
  });
}

function createParser(headers: Headers): BusboyInstance {
  try {
    return new Busboy({
      headers: { "content-type": headers.get("content-type") ?? "" },
      limits: PARSER_LIMITS,
      preservePath: true,
    });
  } catch {
    throw invalidFormError();
  }
}

/** Collects the parts of the form. `failure` rejects with the first error. */
function collectParts(
  parser: BusboyInstance,
  temporaryFiles: TemporaryFiles,
  assertName: (name: string) => void,
) {
  const fields = new Map<string, string>();
  const { promise: failure, reject } = Promise.withResolvers<never>();
  failure.catch(() => {});
  let pendingFile: Promise<TemporaryFile & { name: string }> | undefined;
  let fileStream: Readable | undefined;
  parser.on("error", () => reject(invalidFormError()));
  parser.on("field", (name, value) => {
    if (fields.has(name)) {
      reject(repeatedFieldError());
    }
    fields.set(name, value);
  });
  parser.on("file", (field, stream, name) => {
    // Browsers send an empty file input as a part without a file name.
    if (field !== "file" || !name) {
      stream.on("error", () => reject(invalidFormError())).resume();
      return;
    }
    // An interrupted stream emits an error even if it is no longer read.
    stream.on("error", () => {});
    if (pendingFile) {
      stream.resume();
      reject(new ApiError(400, "invalid_input", "Upload one file at a time."));
      return;
    }
    try {
      assertName(name);
    } catch (error) {
      stream.resume();
      reject(error);
      return;
    }
    fileStream = stream;
    pendingFile = temporaryFiles.receive(stream).then((file) => ({ ...file, name }));
    pendingFile.catch((error) => reject(error === stream.errored ? invalidFormError() : error));
  });
  const parsed = once(parser, "finish").catch(() => {});
  return {
    failure,
    async result(): Promise<ReceivedForm> {
      await parsed;
      return { fields, file: pendingFile ? await pendingFile : null };
    },
    async discard(): Promise<void> {
      fileStream?.destroy();
      const file = await pendingFile?.catch(() => null);
      if (file) {
        await temporaryFiles.remove(file);
      }
    },
  };
}

function interruptedUploadError(): ApiError {
  return new ApiError(400, "invalid_form", "The upload was interrupted. Try again.");
}

function invalidFormError(): ApiError {
  return new ApiError(400, "invalid_form", "We couldn't read the upload. Try again.");
}

function tooLargeError(): ApiError {
  return new ApiError(413, "too_large", "The file is larger than the 50MB limit");
}
