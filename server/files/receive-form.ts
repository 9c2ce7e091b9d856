import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { finished, type Readable } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { MOST_DOCUMENT_BYTES } from "#domain/document-upload.ts";
import { ApiError } from "#server/errors.ts";
import type { Spool, SpooledFile } from "#server/files/spool.ts";

/** What a form brought: its words, and at most one file, already on the disk. */
export type ReceivedForm = {
  fields: ReadonlyMap<string, string>;
  /** `name` as it was sent. Whoever receives the form removes the file in the end. */
  file: (SpooledFile & { name: string }) | null;
};

/** What the fields, headers and boundaries of a form may take beside its file. */
const MOST_FORM_BYTES = MOST_DOCUMENT_BYTES + 256 * 1024;

const LIMITS = {
  fieldNameSize: 100,
  fieldSize: 4 * 1024,
  fields: 10,
  // One more than wanted: two files are refused, not one of them chosen.
  files: 2,
  parts: 12,
  headerPairs: 20,
  headerSize: 16 * 1024,
  fileSize: MOST_DOCUMENT_BYTES + 1,
};

/** A body as it arrives, and the headers that describe it. */
export type IncomingForm = { headers: Headers; body: Readable };

/**
 * Reads a multipart form as it arrives, its file straight to the disk, so that memory does not grow with it.
 * @param assertName told the file's name before its bytes arrive; what it throws ends the upload there.
 * @throws Refusal 400 for what is no complete form, 413 as soon as it is too large; StoreProblem, TooLarge as the spool
 *   does. Nothing is left on the disk then.
 */
export async function receiveForm(
  { headers, body }: IncomingForm,
  spool: Spool,
  assertName: (name: string) => void,
): Promise<ReceivedForm> {
  if (Number(headers.get("content-length") ?? 0) > MOST_FORM_BYTES) throw tooLarge();
  const parser = parserFor(headers);
  const form = collect(parser, spool, assertName);
  try {
    body.pipe(parser);
    await Promise.race([arrived(body), form.trouble]);
    return await Promise.race([form.whole(), form.trouble]);
  } catch (cause) {
    // A sender still busy sending would not read our answer: what comes is taken and thrown away until we hang up.
    body.unpipe(parser);
    body.resume();
    parser.destroy();
    await form.discard();
    throw cause;
  }
}

/** Waits until all of the body is here, and not more than a form may have. */
async function arrived(body: Readable): Promise<void> {
  let total = 0;
  await new Promise<void>((resolve, reject) => {
    body.on("data", (chunk: Buffer) => {
      total += chunk.length;
      if (total > MOST_FORM_BYTES) reject(tooLarge());
    });
    finished(body, { writable: false }, (cause) => (cause ? reject(brokenOff()) : resolve()));
  });
}

function parserFor(headers: Headers): BusboyInstance {
  try {
    return new Busboy({
      headers: Object.fromEntries(headers) as IncomingHttpHeaders & { "content-type": string },
      limits: LIMITS,
      preservePath: true,
    });
  } catch {
    throw invalidForm();
  }
}

/** Gathers what the parser finds. `trouble` rejects with the first thing that is wrong, wherever it comes up. */
function collect(parser: BusboyInstance, spool: Spool, assertName: (name: string) => void) {
  const fields = new Map<string, string>();
  const { promise: trouble, reject } = Promise.withResolvers<never>();
  trouble.catch(() => {});
  let arriving: Promise<SpooledFile & { name: string }> | undefined;
  let incoming: Readable | undefined;
  parser.on("error", () => reject(invalidForm()));
  parser.on("field", (name, value) => fields.set(name, value));
  parser.on("file", (field, stream, name) => {
    // A form whose file input was left empty sends a part without a name.
    if (field !== "file" || !name) {
      stream.on("error", () => reject(invalidForm())).resume();
      return;
    }
    // A stream that ends in its middle says so even when nobody reads it any more.
    stream.on("error", () => {});
    if (arriving) {
      stream.resume();
      reject(new ApiError(400, "invalid_input", "One file at a time, please."));
      return;
    }
    try {
      assertName(name);
    } catch (cause) {
      stream.resume();
      reject(cause);
      return;
    }
    incoming = stream;
    arriving = spool.receive(stream).then((file) => ({ ...file, name }));
    arriving.catch((cause) => reject(cause === stream.errored ? invalidForm() : cause));
  });
  const parsed = once(parser, "finish").catch(() => {});
  return {
    trouble,
    async whole(): Promise<ReceivedForm> {
      await parsed;
      return { fields, file: arriving ? await arriving : null };
    },
    async discard(): Promise<void> {
      incoming?.destroy();
      const file = await arriving?.catch(() => null);
      if (file) await spool.remove(file);
    },
  };
}

function brokenOff(): ApiError {
  return new ApiError(400, "invalid_form", "The upload broke off.");
}

function invalidForm(): ApiError {
  return new ApiError(400, "invalid_form", "The upload could not be read. Please try again.");
}

function tooLarge(): ApiError {
  return new ApiError(413, "too_large", "The file is larger than 50MB, which is the maximum");
}
