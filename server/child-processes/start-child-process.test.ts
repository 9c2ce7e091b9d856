import { writeFile } from "node:fs/promises";
import { getCompileCacheDir } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { startChildProcess } from "./start-child-process.ts";

const SEND = new URL("./send-to-parent.ts", import.meta.url).href;
const LIMITS = { maxMemoryMb: 64, timeoutMs: 30_000 };

let folder: Awaited<ReturnType<typeof createTempFolder>>;
beforeAll(async () => {
  folder = await createTempFolder();
});
afterAll(() => folder.remove());

/** Runs a script that handles `request`, and returns the messages that it sent. */
async function run(code: string, limits: Partial<Parameters<typeof startChildProcess>[2]> = {}) {
  const file = join(folder.path, `${crypto.randomUUID()}.mjs`);
  await writeFile(
    file,
    `import { once } from "node:events";
import { sendToParent } from "${SEND}";
const [request] = await once(process, "message");
${code}
process.disconnect();`,
  );
  const request = { bytes: new Uint8Array([1, 2, 3]) };
  const { child, ended } = startChildProcess(pathToFileURL(file), request, { ...LIMITS, ...limits });
  const messages: object[] = [];
  child.on("message", (message: object) => messages.push(message));
  await ended;
  return messages;
}

test("sends the request and returns all messages, including large ones", async () => {
  const messages = await run(`
    sendToParent({ step: 1 });
    await sendToParent({ received: request.bytes, large: new Uint8Array(5_000_000) });`);
  expect(messages).toEqual([
    { step: 1 },
    { received: new Uint8Array([1, 2, 3]), large: new Uint8Array(5_000_000) },
  ]);
});

test("passes on the directory of compiled scripts, but not the environment variables", async () => {
  process.env.ENCRYPTION_KEY_OF_THIS_TEST = "a secret";
  const [environment] = await run("await sendToParent(process.env);");
  expect(environment).toHaveProperty("NODE_COMPILE_CACHE", getCompileCacheDir());
  delete process.env.ENCRYPTION_KEY_OF_THIS_TEST;
  expect(environment).not.toHaveProperty("ENCRYPTION_KEY_OF_THIS_TEST");
  expect(environment).not.toHaveProperty("PATH");
});

test("rejects with the error output of a script that throws or crashes", async () => {
  await expect(run(`throw new TypeError("a broken file");`)).rejects.toMatchObject({
    reason: "crashed",
    message: expect.stringContaining("TypeError: a broken file"),
  });
  await expect(
    run(`process.kill(process.pid, "SIGSEGV"); await new Promise(() => {});`),
  ).rejects.toMatchObject({
    reason: "crashed",
  });
});

test("ends a script that uses too much memory or time", async () => {
  await expect(run("for (const all = []; ; all.push({ all: [all.length] }));")).rejects.toMatchObject({
    reason: "out-of-memory",
  });
  await expect(run("for (;;);", { timeoutMs: 300 })).rejects.toMatchObject({ reason: "timeout" });
});

test("limits the processor time, because a script continues after its server is killed", async () => {
  const [limits] = await run(`
    const { execFileSync } = await import("node:child_process");
    await sendToParent({ seconds: execFileSync("/bin/sh", ["-c", "ulimit -t"], { encoding: "utf8" }).trim() });`);
  expect(limits).toEqual({ seconds: String((2 * LIMITS.timeoutMs) / 1000) });
});

test("ends a script when the caller aborts", async () => {
  const controller = new AbortController();
  const running = run("for (;;);", { signal: controller.signal });
  controller.abort(new Error("Shutting down"));
  await expect(running).rejects.toThrow("Shutting down");
});
