import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { MOST_DOCUMENT_BYTES } from "#domain/document-upload.ts";
import { Refusal } from "#server/errors.ts";
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

/**
 * Reads a multipart form as it arrives, its file straight to the disk, so that memory does not grow with it.
 * @throws Refusal 400 for what is no complete form, 413 as soon as it is too large; StoreProblem, TooLarge as the spool
 *   does. Nothing is left on the disk then.
 */
export async function receiveForm(request: Request, spool: Spool): Promise<ReceivedForm> {
  if (Number(request.headers.get("content-length") ?? 0) > MOST_FORM_BYTES) throw tooLarge();
  const parser = parserFor(request.headers);
  const reader = request.body?.getReader();
  if (!reader) throw invalidForm();
  const form = collect(parser, spool);
  try {
    await feed(reader, parser, form.trouble);
    return await Promise.race([form.whole(), form.trouble]);
  } catch (cause) {
    parser.destroy();
    await form.discard();
    // A sender still busy sending would not read our answer: what comes is taken and thrown away until we hang up.
    void readOn(reader);
    throw cause;
  }
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
function collect(parser: BusboyInstance, spool: Spool) {
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
      reject(new Refusal(400, "invalid_input", "One file at a time, please."));
      return;
    }
    incoming = stream;
    arriving = spool.receive(stream).then((file) => ({ ...file, name }));
    arriving.catch((cause) => reject(cause === stream.errored ? invalidForm() : cause));
  });
  const finished = once(parser, "finish").catch(() => {});
  return {
    trouble,
    async whole(): Promise<ReceivedForm> {
      await finished;
      return { fields, file: arriving ? await arriving : null };
    },
    async discard(): Promise<void> {
      incoming?.destroy();
      const file = await arriving?.catch(() => null);
      if (file) await spool.remove(file);
    },
  };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function feed(reader: Reader, parser: BusboyInstance, trouble: Promise<never>): Promise<void> {
  for (let total = 0; ; ) {
    const { done, value } = await Promise.race([reader.read().catch(brokenOff), trouble]);
    if (done) break;
    total += value.length;
    if (total > MOST_FORM_BYTES) throw tooLarge();
    if (!parser.write(value)) await Promise.race([once(parser, "drain"), trouble]);
  }
  parser.end();
}

function brokenOff(): never {
  throw new Refusal(400, "invalid_form", "The upload broke off.");
}

async function readOn(reader: Reader): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The sender is gone, or we hung up: nothing is missed.
  }
}

function invalidForm(): Refusal {
  return new Refusal(400, "invalid_form", "The upload could not be read. Please try again.");
}

function tooLarge(): Refusal {
  return new Refusal(413, "too_large", "The file is larger than 50MB, which is the maximum");
}
