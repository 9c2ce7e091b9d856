import { expect, test } from "vitest";
import { ApiFailure, dataOf } from "./failure.ts";

const refused = {
  message: "permission denied",
  code: "42501",
  details: "",
  hint: "ask",
  name: "PostgrestError",
};

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test.each([
  [0, { isUnanswered: true, isPassing: true }],
  [403, { isUnanswered: false, isPassing: false }],
  [429, { isUnanswered: false, isPassing: true }],
  [503, { isUnanswered: false, isPassing: true }],
])("an answer of status %i is told apart", (status, expected) => {
  const failure = thrownBy(() =>
    dataOf({
      data: null,
      count: null,
      success: false,
      status,
      statusText: "",
      error: { ...refused, toJSON: () => refused },
    }),
  );
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(failure).toMatchObject(expected);
});

test("a refusal keeps the backend's code and hint", () => {
  const failure = new ApiFailure({ status: 403, code: "42501", message: "no", hint: "ask" });
  expect(failure).toMatchObject({ status: 403, code: "42501", hint: "ask" });
});
