import { expect, test } from "vitest";
import { ApiError, unwrap } from "./api-error.ts";

const PERMISSION_DENIED = {
  message: "permission denied",
  code: "42501",
  details: "",
  hint: "Sign in",
  name: "PostgrestError",
};

function getThrownError(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

test.each([
  [0, { isNetworkError: true, isRetryable: true }],
  [403, { isNetworkError: false, isRetryable: false }],
  [429, { isNetworkError: false, isRetryable: true }],
  [503, { isNetworkError: false, isRetryable: true }],
])("classifies an error response with status %i", (status, expected) => {
  const error = getThrownError(() =>
    unwrap({
      data: null,
      count: null,
      success: false,
      status,
      statusText: "",
      error: { ...PERMISSION_DENIED, toJSON: () => PERMISSION_DENIED },
    }),
  );
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject(expected);
});

test("keeps the backend's code and hint", () => {
  const error = new ApiError({ status: 403, code: "42501", message: "permission denied", hint: "Sign in" });
  expect(error).toMatchObject({ status: 403, code: "42501", hint: "Sign in" });
});
