import { invalidBody, RestError } from "./errors.ts";
import { limits } from "./limits.ts";

/** A JSON body: its text as sent, for PostgreSQL to read, and what it means. */
export type Body = { text: string; value: unknown };

const openings = new Set(["[", "{"]);
const closings = new Set(["]", "}"]);

/** Reads a JSON body within the limits. Throws 413, 415 or PGRST102. */
export async function readBody(request: Request): Promise<Body> {
  refuseOtherTypes(request.headers);
  const text = await readText(request);
  if (depthOf(text) > limits.jsonDepth) throw invalidBody("Empty or invalid json", "nested too deeply");
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    throw invalidBody("Empty or invalid json");
  }
}

function refuseOtherTypes(headers: Headers): void {
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "application/json";
  if (type !== "application/json") throw invalidBody(`Content-Type not acceptable: ${type}`);
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding !== "identity") {
    throw new RestError(415, { code: "PGRST102", message: `Content-Encoding not acceptable: ${encoding}` });
  }
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > limits.bodySize) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > limits.bodySize) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw invalidBody("Empty or invalid json", "not UTF-8");
  }
}

function tooLarge(): RestError {
  return new RestError(413, {
    code: "PGRST102",
    message: `The body is larger than ${limits.bodySize} bytes`,
  });
}

/** How deep brackets nest, those inside strings left out. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (openings.has(character)) deepest = Math.max(deepest, ++depth);
    else if (closings.has(character)) depth--;
  }
  return deepest;
}
