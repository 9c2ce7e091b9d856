import type { ByteRange } from "#server/files/store.ts";

/**
 * The range a header asks for, of so many bytes (RFC 9110, section 14). "whole" for no range, several ranges, or what
 * is none; "outside" where there is nothing of it.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | "whole" | "outside" {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  if (!asked) return "whole";
  const [, from = "", to = ""] = asked;
  if (from === "" && to === "") return "whole";
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length > 0 ? { first: size - length, last: size - 1 } : "outside";
  }
  const first = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < first) return "whole";
  return first < size ? { first, last } : "outside";
}
