import { expect, test } from "vitest";
import { isDatabaseAway } from "./errors.ts";

const failure = (code: string, message = "failed") => Object.assign(new Error(message), { code });

test("a full disk, lost connections and a restarting database are passing: 503, not 500", () => {
  for (const code of ["53100", "53200", "53300", "08006", "57P01", "57P03", "58030", "ECONNREFUSED", "EPIPE"])
    expect(isDatabaseAway(failure(code)), code).toBe(true);
  expect(isDatabaseAway(failure("", "Client has encountered a connection error and is not queryable"))).toBe(
    true,
  );
});

test("what is wrong with a statement or a row is not", () => {
  for (const code of ["23505", "42501", "42601", "57014", "XX000"])
    expect(isDatabaseAway(failure(code)), code).toBe(false);
});
