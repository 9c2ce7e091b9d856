import { ImportError } from "#server/findings/import/import-error.ts";

/** @throws {ImportError} if the stream is empty, is UTF-16 or has more bytes than the limit. */
export async function* limitBytes(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of stream) {
    if (size === 0 && isUtf16(chunk)) {
      throw new ImportError("The file is UTF-16 text. Save it as UTF-8 and import it again.");
    }
    size += chunk.length;
    if (size > maxBytes) {
      throw new ImportError(`The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
    }
    yield chunk;
  }
  if (size === 0) {
    throw new ImportError("The file is empty.");
  }
}

/** PowerShell writes redirected output as UTF-16 with a byte order mark. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
