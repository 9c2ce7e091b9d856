import { expect, test } from "vitest";
import { createLogger } from "#server/observability/logger.ts";

const captureLog = (write: (log: ReturnType<typeof createLogger>) => void): string[] => {
  const lines: string[] = [];
  write(createLogger("info", (line) => lines.push(line)));
  return lines;
};

test("writes every event as one line of JSON with a UTC time", () => {
  const hostile = 'a\r\n{"level":"info","msg":"signed in"}\u0000\u001b[2K\u2028b';
  const lines = captureLog((log) => {
    log.warn({ path: hostile, [hostile]: 1, err: new Error(hostile) }, hostile);
  });
  expect(lines).toHaveLength(1);
  const [line = ""] = lines;
  expect(line.trimEnd()).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(line)).toMatchObject({ level: "warn", path: hostile, msg: hostile });
  expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test("removes email addresses from mail server responses", () => {
  const [line = ""] = captureLog((log) => {
    log.warn({ err: new Error("550 5.1.1 <ada.b+c@mail.client.example>: unknown") }, "to ada@client.example");
  });
  expect(JSON.parse(line)).toMatchObject({
    msg: "to [address]",
    err: { message: "550 5.1.1 <[address]>: unknown" },
  });
  expect(line).not.toContain("@client");
});

test("scans a long line without an address quickly", () => {
  const startedAt = performance.now();
  captureLog((log) => log.warn("a".repeat(200_000)));
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test("redacts secrets that are logged by mistake", () => {
  const [line = ""] = captureLog((log) => {
    log.info(
      { password: "s3cret", request: { authorization: "s3cret", body: { refresh_token: "s3cret" } } },
      "event",
    );
  });
  expect(line).not.toContain("s3cret");
  expect(line.match(/\[withheld\]/g)).toHaveLength(3);
});
