import { expect, test } from "vitest";
import { createLog } from "#server/log.ts";

const written = (tell: (log: ReturnType<typeof createLog>) => void): string[] => {
  const lines: string[] = [];
  tell(createLog("info", (line) => lines.push(line)));
  return lines;
};

test("whatever it holds, an event is one line of JSON with its time in UTC", () => {
  const hostile = 'a\r\n{"level":"info","msg":"signed in"}\u0000\u001b[2K\u2028b';
  const lines = written((log) => {
    log.warn({ path: hostile, [hostile]: 1, err: new Error(hostile) }, hostile);
  });
  expect(lines).toHaveLength(1);
  const [line = ""] = lines;
  expect(line.trimEnd()).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(line)).toMatchObject({ level: "warn", path: hostile, msg: hostile });
  expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test("what a mail server answered is told without the recipient's address", () => {
  const [line = ""] = written((log) => {
    log.warn({ err: new Error("550 5.1.1 <ada.b+c@mail.client.example>: unknown") }, "to ada@client.example");
  });
  expect(JSON.parse(line)).toMatchObject({
    msg: "to [address]",
    err: { message: "550 5.1.1 <[address]>: unknown" },
  });
  expect(line).not.toContain("@client");
});

test("a long line without an address costs no time to look through", () => {
  const began = performance.now();
  written((log) => log.warn("a".repeat(200_000)));
  expect(performance.now() - began).toBeLessThan(1_000);
});

test("secrets that are passed by mistake are withheld", () => {
  const [line = ""] = written((log) => {
    log.info(
      { password: "s3cret", request: { authorization: "s3cret", body: { refresh_token: "s3cret" } } },
      "event",
    );
  });
  expect(line).not.toContain("s3cret");
  expect(line.match(/\[withheld\]/g)).toHaveLength(3);
});
