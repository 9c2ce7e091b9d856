import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { startDocumentEnvironment } from "#tests/support/files/document-environment.ts";
import { startS3Server } from "#tests/support/files/s3-server.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Runs the command and returns its exit code, and stdout and stderr as `output`. */
function move(env: Record<string, string>, ...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["scripts/documents-move.ts", ...args],
      { cwd: ROOT, env: { PATH: process.env.PATH, ...env } },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: (stdout + stderr).trim() }),
    );
  });
}

test("moves every document and reports errors in one line", async () => {
  const s3 = await startS3Server();
  const environment = await startDocumentEnvironment({ env: s3.env });
  onTestFinished(async () => {
    await environment.stop();
    await s3.stop();
  });
  const id = await environment.uploadAndGetId();
  const { user, database, host } = environment.connection;
  const env = {
    DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`,
    DATA_DIR: environment.folder,
  };
  expect(await move({ ...env, ...s3.env }, "disk")).toEqual({
    code: 0,
    output: "Moved 1 document to the disk store and verified all hashes.\n1 of 1",
  });
  expect((await environment.request("visitor", await environment.getDownloadUrl(id))).status).toBe(200);
  await environment.sql.query("update private.document_files set sha256 = repeat('0', 64)");
  expect(await move({ ...env, ...s3.env }, "s3")).toMatchObject({
    code: 1,
    output: expect.stringContaining(`missing or damaged: ${id}`),
  });
  expect(await move(env, "s3")).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^S3_ENDPOINT is not set/),
  });
  expect(await move(env, "tape")).toEqual({ code: 1, output: "Usage: npm run documents:move -- disk|s3" });
});
