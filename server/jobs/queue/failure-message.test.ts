import { expect, test } from "vitest";
import { ApiError } from "#server/http/errors.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { getFailureMessage } from "./failure-message.ts";

const UNEXPECTED_ERROR_MESSAGE = "Something went wrong. See the server log for details.";
const createError = (code: string, message = "secret detail at /srv/portal") =>
  Object.assign(new Error(message), { code });

test("shows administrators the message of an expected error", () => {
  expect(getFailureMessage(new ProviderError("timeout"))).toBe("Square didn't respond in time.");
  expect(getFailureMessage(new ApiError(409, "not_connected", "Square is not connected."))).toBe(
    "Square is not connected.",
  );
});

test.each([
  ["ECONNREFUSED", "A required server refused the connection."],
  ["ETIMEDOUT", "A required server didn't respond in time."],
  ["EAUTH", "The mail server rejected the user name or password."],
  ["EENVELOPE", "The mail server rejected the sender or the recipient."],
  ["ENOSPC", "The disk is full."],
  ["57P01", "The database didn't respond."],
  ["53300", "The database didn't respond."],
])("translates the error code %s", (code, message) => {
  expect(getFailureMessage(createError(code))).toBe(message);
});

test.each<[string, unknown]>([
  ["an unknown code", createError("23505")],
  ["a code that is a property name of Object.prototype", createError("constructor")],
  ["no code", new Error('insert into "clients" violates "clients_email_key"')],
  ["a string as the thrown value", "secret detail at /srv/portal"],
  ["undefined as the thrown value", undefined],
])("hides the message of an error with %s, because it may contain table names, paths or personal data", (_, error) => {
  expect(getFailureMessage(error)).toBe(UNEXPECTED_ERROR_MESSAGE);
});

test("shows the message of the first error in an AggregateError", () => {
  const errors = [new ProviderError("unreachable"), new Error("secret")];
  expect(getFailureMessage(new AggregateError(errors))).toBe("We couldn't reach Square.");
  expect(getFailureMessage(new AggregateError([]))).toBe(UNEXPECTED_ERROR_MESSAGE);
});

test("limits the message length", () => {
  expect(getFailureMessage(new ApiError(400, "invalid_input", "x".repeat(5_000)))).toHaveLength(300);
});
