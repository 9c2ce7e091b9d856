import { expect } from "vitest";
import type { ErrorBody } from "../rest/errors.ts";

/** Matches a `RestError` in `expect(…).toThrow` and `expect(…).rejects`. */
export function restError(status: number, code: string, body: Partial<ErrorBody> = {}) {
  return expect.objectContaining({ status, body: expect.objectContaining({ code, ...body }) });
}
