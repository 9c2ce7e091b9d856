import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** In UTF-16 code units. Compressing a shorter body saves less than one round trip. */
const MIN_LENGTH = 4096;
/** Higher levels take several times longer and save little. */
const LEVEL = 2;

const compress = promisify(gzip);

/**
 * Compresses a long body for a client that accepts gzip. Returns null otherwise. Other sites can't use the compressed length
 * to guess the content (BREACH), because their requests don't contain the access token.
 */
export async function compressBody(
  body: string,
  acceptEncoding: string | null,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body.length < MIN_LENGTH || !acceptsGzip(acceptEncoding)) {
    return null;
  }
  return compress(body, { level: LEVEL });
}

function acceptsGzip(acceptEncoding: string | null): boolean {
  return (acceptEncoding ?? "").split(",").some((part) => {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    return name === "gzip" && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
