import { ImportError } from "#server/findings/import/import-error.ts";

/** Decodes UTF-8 without the byte order mark. @throws {ImportError} for other encodings. */
export async function* decodeText(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of stream) {
    yield decode(() => decoder.decode(chunk, { stream: true }));
  }
  yield decode(() => decoder.decode());
}

function decode(read: () => string): string {
  try {
    return read();
  } catch (error) {
    throw new ImportError("The file is not UTF-8 text. Save it as UTF-8 and import it again.", {
      cause: error,
    });
  }
}
