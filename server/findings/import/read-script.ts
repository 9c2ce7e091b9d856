// The script of the process that read-in-child-process.ts starts.
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { dirname } from "node:path";
import { sendToParent } from "#server/child-processes/send-to-parent.ts";
import { isStorageFull } from "#server/files/stores/store.ts";
import { ImportError } from "./import-error.ts";
import type { ReadMessage, ReadRequest } from "./read-in-child-process.ts";
import { readResults } from "./read-results.ts";
import { createDiskQuota } from "./results/disk-quota.ts";
import { withGroupStore } from "./results/group-store.ts";
import { writeFindings } from "./results/staged-findings.ts";

/** Four times the default, because large files are read faster in larger chunks. */
const CHUNK_BYTES = 256 * 1024;

const [request]: ReadRequest[] = await once(process, "message");
// Exit when the server is killed, because nothing else would end the process.
process.once("disconnect", () => process.exit());
if (request) {
  await send(await read(request));
}
process.disconnect();

function send(message: ReadMessage): Promise<void> {
  return sendToParent(message);
}

async function read(options: ReadRequest): Promise<ReadMessage> {
  const quota = createDiskQuota(dirname(options.findingsPath), options.maxStagedBytes);
  try {
    return await withGroupStore(options.groupsPath, quota, async (store) => {
      const results = await readResults(
        options.format,
        () => createReadStream(options.path, { highWaterMark: CHUNK_BYTES }),
        store,
      );
      await writeFindings(options.findingsPath, results.findings, {
        quota,
        onStart: () => send({ type: "started", tool: results.tool, columns: results.columns }),
        onBatch: (batch) => send({ type: "batch", ...batch }),
      });
      return { type: "done", totals: results.totals() };
    });
  } catch (error) {
    if (error instanceof ImportError) {
      return { type: "invalid", message: error.message };
    }
    if (isStorageFull(error)) {
      return { type: "storage-full" };
    }
    throw error;
  }
}
