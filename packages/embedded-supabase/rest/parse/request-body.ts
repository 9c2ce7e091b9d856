import { invalidBody, RestError } from "../errors.ts";
import { LIMITS } from "../limits.ts";

/** A parsed JSON body. `text` is the body as sent, which PostgreSQL parses itself. */
export type RequestBody = { text: string; value: unknown };

const OPENING_BRACKETS = new Set(["[", "{"]);
const CLOSING_BRACKETS = new Set(["]", "}"]);

/**
 * Reads a JSON body. An empty body is replaced with `emptyBody`.
 * @throws {RestError} PGRST102 with status 400, 413 (too large) or 415 (compressed)
 */
export async function readRequestBody(request: Request, emptyBody = ""): Promise<RequestBody> {
  requireJsonContentType(request.headers);
  const text = (await readText(request)) || emptyBody;
  if (getNestingDepth(text) > LIMITS.jsonDepth) {
    throw invalidBody("Empty or invalid json", "nested too deeply");
  }
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    throw invalidBody("Empty or invalid json");
  }
}

function requireJsonContentType(headers: Headers): void {
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "application/json";
  if (type !== "application/json") {
    throw invalidBody(`Content-Type not acceptable: ${type}`);
  }
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding !== "identity") {
    throw new RestError(415, { code: "PGRST102", message: `Content-Encoding not acceptable: ${encoding}` });
  }
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > LIMITS.bodyBytes) {
    throw bodyTooLarge();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > LIMITS.bodyBytes) {
      throw bodyTooLarge();
    }
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw invalidBody("Empty or invalid json", "not UTF-8");
  }
}

function bodyTooLarge(): RestError {
  return new RestError(413, {
    code: "PGRST102",
    message: `The body is larger than ${LIMITS.bodyBytes} bytes`,
  });
}

/** Returns the maximum nesting depth of brackets outside strings. */
function getNestingDepth(text: string): number {
  let depth = 0;
  let maxDepth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? "";
    if (inString) {
      if (character === "\\") {
        index++;
      } else if (character === '"') {
        inString = false;
      }
    } else if (character === '"') {
      inString = true;
    } else if (OPENING_BRACKETS.has(character)) {
      maxDepth = Math.max(maxDepth, ++depth);
    } else if (CLOSING_BRACKETS.has(character)) {
      depth--;
    }
  }
  return maxDepth;
}
