import type { RequestBody } from "./handle-operation.ts";
import { SquareApiError } from "./square-api-error.ts";

/** Reads a required string. @throws {SquareApiError} */
export function readRequiredString(body: RequestBody, field: string): string {
  const value = body[field];
  if (value === undefined || value === null || value === "") {
    throw new SquareApiError("MISSING_REQUIRED_PARAMETER", `Missing required parameter: ${field}.`, field);
  }
  if (typeof value !== "string") {
    throw new SquareApiError("EXPECTED_STRING", "Expected a string.", field);
  }
  return value;
}

/** Reads an optional string. @throws {SquareApiError} */
export function readOptionalString(body: RequestBody, field: string): string | undefined {
  const value = body[field];
  if (value === undefined || value === null) {
    return undefined;
  }
  if (typeof value !== "string") {
    throw new SquareApiError("EXPECTED_STRING", "Expected a string.", field);
  }
  return value;
}

/** Reads a list of 1 to `maxLength` strings. @throws {SquareApiError} */
export function readStringList(body: RequestBody, field: string, maxLength: number): string[] {
  const value = body[field];
  if (value === undefined || value === null) {
    throw new SquareApiError("MISSING_REQUIRED_PARAMETER", `Missing required parameter: ${field}.`, field);
  }
  if (!Array.isArray(value)) {
    throw new SquareApiError("EXPECTED_ARRAY", "Expected an array.", field);
  }
  if (value.length === 0) {
    throw new SquareApiError("ARRAY_EMPTY", "The array is empty.", field);
  }
  if (value.length > maxLength) {
    throw new SquareApiError("ARRAY_LENGTH_TOO_LONG", `At most ${maxLength} elements are allowed.`, field);
  }
  if (!value.every((element) => typeof element === "string")) {
    throw new SquareApiError("INVALID_ARRAY_VALUE", "Expected strings.", field);
  }
  return value;
}

/** Reads a nested object. Returns an empty object if it is omitted. @throws {SquareApiError} */
export function readObjectField(body: RequestBody, field: string): RequestBody {
  const value = body[field];
  if (value === undefined || value === null) {
    return {};
  }
  if (typeof value !== "object" || Array.isArray(value)) {
    throw new SquareApiError("EXPECTED_OBJECT", "Expected an object.", field);
  }
  return { ...value };
}

/** @throws {SquareApiError} `VALUE_TOO_LONG` */
export function assertLength(value: string | undefined, maxLength: number, field: string): void {
  if (value !== undefined && value.length > maxLength) {
    throw new SquareApiError("VALUE_TOO_LONG", `At most ${maxLength} characters are allowed.`, field);
  }
}

/** Returns the record with an id. @throws {SquareApiError} `NOT_FOUND` */
export function findRecord<T>(records: Record<string, T>, id: string, noun: string): T {
  const record = Object.hasOwn(records, id) ? records[id] : undefined;
  if (record === undefined) {
    throw new SquareApiError("NOT_FOUND", `${noun} with ID ${id} not found.`);
  }
  return record;
}
