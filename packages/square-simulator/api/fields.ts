import type { Body } from "./answer.ts";
import { SquareFailure } from "./square-failure.ts";

/** A text a request must carry. */
export function requiredText(body: Body, field: string): string {
  const value = body[field];
  if (value === undefined || value === null || value === "") {
    throw new SquareFailure("MISSING_REQUIRED_PARAMETER", `Missing required parameter: ${field}.`, field);
  }
  if (typeof value !== "string") throw new SquareFailure("EXPECTED_STRING", "Expected a string.", field);
  return value;
}

/** A text a request may carry. */
export function optionalText(body: Body, field: string): string | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw new SquareFailure("EXPECTED_STRING", "Expected a string.", field);
  return value;
}

/** A list of texts, from one to `most`. */
export function textList(body: Body, field: string, most: number): string[] {
  const value = body[field];
  if (value === undefined || value === null) {
    throw new SquareFailure("MISSING_REQUIRED_PARAMETER", `Missing required parameter: ${field}.`, field);
  }
  if (!Array.isArray(value)) throw new SquareFailure("EXPECTED_ARRAY", "Expected an array.", field);
  if (value.length === 0) throw new SquareFailure("ARRAY_EMPTY", "The array is empty.", field);
  if (value.length > most) {
    throw new SquareFailure("ARRAY_LENGTH_TOO_LONG", `At most ${most} elements are allowed.`, field);
  }
  if (!value.every((element) => typeof element === "string")) {
    throw new SquareFailure("INVALID_ARRAY_VALUE", "Expected strings.", field);
  }
  return value;
}

/** An object inside a request; empty when it is left out. */
export function objectIn(body: Body, field: string): Body {
  const value = body[field];
  if (value === undefined || value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) {
    throw new SquareFailure("EXPECTED_OBJECT", "Expected an object.", field);
  }
  return { ...value };
}

/** The record with this id; throws NOT_FOUND. */
export function found<T>(records: Record<string, T>, id: string, noun: string): T {
  const record = Object.hasOwn(records, id) ? records[id] : undefined;
  if (record === undefined) throw new SquareFailure("NOT_FOUND", `${noun} with ID ${id} not found.`);
  return record;
}
