// The script of the process that report-reader.ts starts.
import { once } from "node:events";
import { sendToParent } from "#server/child-processes/send-to-parent.ts";
import { parseBounceReport } from "./bounce-report.ts";

const [raw]: Uint8Array[] = await once(process, "message");
if (raw) {
  await sendToParent(await parseBounceReport(raw));
}
process.disconnect();
