import fc from "fast-check";
import { expect, test } from "vitest";
import { runInContext } from "#server/observability/execution-context.ts";
import { createLogger } from "#server/observability/logger.ts";
import { anyCharacter } from "#tests/support/any-character.ts";

const captureLog = (write: (log: ReturnType<typeof createLogger>) => void): string[] => {
  const lines: string[] = [];
  write(createLogger("info", (line) => lines.push(line)));
  return lines;
};

test("writes every event as one line of JSON with a UTC time", () => {
  const hostileMessage = 'a\r\n{"level":"info","msg":"signed in"}\u0000\u001b[2K\u2028b';
  const lines = captureLog((log) => {
    log.warn({ path: hostileMessage, [hostileMessage]: 1, err: new Error(hostileMessage) }, hostileMessage);
  });
  expect(lines).toHaveLength(1);
  const [line = ""] = lines;
  expect(line.trimEnd()).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(line)).toMatchObject({ level: "warn", path: hostileMessage, msg: hostileMessage });
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

test.each([
  ["a line break", "550-rejected\nada@client.example", "550-rejected\n[address]"],
  ["a tab", "to\tada@client.example", "to\t[address]"],
  ["a backslash", "C:\\ada@client.example", "C:\\[address]"],
  ["a control character", "to\u0001ada@client.example", "to\u0001[address]"],
  ["a quotation mark", 'to "ada@client.example"', 'to "[address]"'],
  ["a colon", "mailto:ada@client.example", "mailto:[address]"],
])("removes an address after %s and keeps the line valid JSON", (_, message, expected) => {
  const [line = ""] = captureLog((log) => log.warn(message));
  expect(JSON.parse(line).msg).toBe(expected);
});

test("removes internationalized addresses, and keeps text that only resembles an address", () => {
  const [line = ""] = captureLog((log) =>
    log.warn("ådå@klient.example, ada@пример.рф, ada@xn--e1afmkfd.xn--p1ai, 3@5, user@host, @scope/name"),
  );
  expect(JSON.parse(line).msg).toBe("[address], [address], [address], 3@5, user@host, @scope/name");
});

test("writes one valid JSON line without the address, whatever text surrounds it", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (before, after) => {
      const lines = captureLog((log) =>
        log.warn({ reason: `${before} ada@client.example ${after}` }, before),
      );
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toContain("@client.example");
      expect(JSON.parse(lines[0] ?? "")).toHaveProperty("msg");
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["without an address", "a".repeat(200_000)],
  ["with many @ signs", "a@".repeat(100_000)],
  ["with a long domain", `a@${"b.".repeat(100_000)}1`],
])("scans a long line %s quickly", (_, message) => {
  const startedAt = performance.now();
  captureLog((log) => log.warn(message));
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

test("adds the job or request that caused an event", () => {
  const [job = "", outside = ""] = captureLog((log) => {
    runInContext({ job: "send-email" }, () => log.info("sent"));
    log.info("started");
  });
  expect(JSON.parse(job)).toMatchObject({ job: "send-email", msg: "sent" });
  expect(JSON.parse(outside)).not.toHaveProperty("job");
});

test("writes nothing below the configured level", () => {
  expect(captureLog((log) => log.debug("detail"))).toEqual([]);
});

test("keeps the stack and cause of an error on one line", () => {
  const cause = new Error("connection refused");
  const [line = ""] = captureLog((log) => log.error({ err: new Error("sync failed", { cause }) }, "failed"));
  const { err } = JSON.parse(line);
  expect(err.stack).toContain("logger.test.ts");
  expect(JSON.stringify(err)).toContain("connection refused");
});
