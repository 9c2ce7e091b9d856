import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { anS3Server } from "#tests/support/an-s3-server.ts";
import { documentWorld } from "#tests/support/documents.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The command as people run it; `said` is what it wrote to either stream. */
function move(env: Record<string, string>, ...words: string[]): Promise<{ code: number; said: string }> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      ["scripts/documents-move.ts", ...words],
      { cwd: root, env: { PATH: process.env.PATH, ...env } },
      (_, stdout, stderr) => done({ code: child.exitCode ?? -1, said: (stdout + stderr).trim() }),
    );
  });
}

test("npm run documents:move moves every document, and says what it cannot do in one line", async () => {
  const s3 = await anS3Server();
  const world = await documentWorld({ env: s3.env });
  onTestFinished(async () => {
    await world.stop();
    await s3.stop();
  });
  const id = await world.stored();
  const { user, database, host } = world.connection;
  const env = {
    DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`,
    DATA_DIR: world.folder,
  };
  expect(await move({ ...env, ...s3.env }, "disk")).toEqual({
    code: 0,
    said: "Moved 1 document to the disk store; every hash was right.\n1 of 1",
  });
  expect((await world.ask("visitor", await world.linkTo(id))).status).toBe(200);
  await world.sql.query("update private.document_files set sha256 = repeat('0', 64)");
  expect(await move({ ...env, ...s3.env }, "s3")).toMatchObject({
    code: 1,
    said: expect.stringContaining(`not what was uploaded: ${id}`),
  });
  expect(await move(env, "s3")).toMatchObject({ code: 1, said: expect.stringMatching(/^S3_ENDPOINT: /) });
  expect(await move(env, "tape")).toEqual({ code: 1, said: "Usage: npm run documents:move -- disk|s3" });
});
