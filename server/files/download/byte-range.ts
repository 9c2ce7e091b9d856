import type { ByteRange } from "#server/files/stores/store.ts";

/**
 * Parses a Range header (RFC 9110, section 14) for a file of `size` bytes.
 * @returns "whole" for a missing, invalid or multi-part range, "outside" if the range cannot be satisfied.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | "whole" | "outside" {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  if (!match) {
    return "whole";
  }
  const [, from = "", to = ""] = match;
  if (from === "" && to === "") {
    return "whole";
  }
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length > 0 ? { first: size - length, last: size - 1 } : "outside";
  }
  const first = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < first) {
    return "whole";
  }
  return first < size ? { first, last } : "outside";
}
