import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates a temporary folder, in memory if the test run allows it. */
export async function createTempFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(process.env.TEST_DATA_FOLDER ?? tmpdir(), "wl-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
