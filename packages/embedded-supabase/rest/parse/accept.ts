import { RestError } from "../errors.ts";

export type MediaType = "array" | "object" | "csv";

const MEDIA_TYPES = new Map<string, MediaType>([
  ["*/*", "array"],
  ["application/*", "array"],
  ["application/json", "array"],
  ["application/vnd.pgrst.array+json", "array"],
  ["application/vnd.pgrst.object+json", "object"],
  ["application/vnd.pgrst.object", "object"],
  ["text/csv", "csv"],
]);

/**
 * Returns the first supported media type of an `Accept` header.
 * @throws {RestError} PGRST107 (406) when none is supported
 */
export function parseAccept(header: string | undefined): MediaType {
  const ranges = (header ?? "*/*").split(",").map((range) => range.trim().toLowerCase());
  for (const range of ranges) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
    const type = MEDIA_TYPES.get(name);
    if (type && !parameters.some((parameter) => parameter.startsWith("nulls="))) {
      return type;
    }
  }
  throw new RestError(406, {
    code: "PGRST107",
    message: `None of these media types are available: ${ranges.join(", ")}`,
  });
}
