import { expect, test } from "vitest";
import { ApiError } from "#server/http/errors.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { failureMessage } from "./failure-message.ts";

const UNEXPECTED = "Something went wrong. See the server log for details.";
const createError = (code: string, message = "secret detail at /srv/portal") =>
  Object.assign(new Error(message), { code });

test("shows administrators the message of an expected error", () => {
  expect(failureMessage(new ProviderError("timeout"))).toBe("Square didn't respond in time.");
  expect(failureMessage(new ApiError(409, "not_connected", "Square is not connected."))).toBe(
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
  expect(failureMessage(createError(code))).toBe(message);
});

test.each<[string, unknown]>([
  ["an unknown code", createError("23505")],
  ["the name of an object's method as code", createError("constructor")],
  ["no code", new Error('insert into "clients" violates "clients_email_key"')],
  ["a thrown string", "secret detail at /srv/portal"],
  ["nothing", undefined],
])("reveals nothing about an error with %s, which may contain tables, paths or personal data", (_, error) => {
  expect(failureMessage(error)).toBe(UNEXPECTED);
});

test("shows the first of several errors", () => {
  const errors = [new ProviderError("unreachable"), new Error("secret")];
  expect(failureMessage(new AggregateError(errors))).toBe("We couldn't reach Square.");
  expect(failureMessage(new AggregateError([]))).toBe(UNEXPECTED);
});

test("limits the length of a message", () => {
  expect(failureMessage(new ApiError(400, "invalid_input", "x".repeat(5_000)))).toHaveLength(300);
});
