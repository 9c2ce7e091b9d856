// The worker thread that render-in-thread.ts starts.
import { parentPort, workerData } from "node:worker_threads";
import type { LetterData } from "#domain/findings/report/letter.ts";
import type { ReportData } from "#domain/findings/report/report.ts";
import { renderLetter } from "./render-letter.ts";
import { renderReport } from "./render-report.ts";

export type RenderRequest =
  | { kind: "report"; data: ReportData }
  | { kind: "letter"; data: LetterData; verifyUrl: string };
export type RenderMessage =
  | { type: "progress"; doneFindings: number }
  | { type: "done"; bytes: Uint8Array<ArrayBuffer> };

function post(message: RenderMessage): void {
  parentPort?.postMessage(message, message.type === "done" ? [message.bytes.buffer] : []);
}

const request: RenderRequest = workerData;
const pdf =
  request.kind === "report"
    ? await renderReport(request.data, (doneFindings) => post({ type: "progress", doneFindings }))
    : await renderLetter(request.data, request.verifyUrl);
// A copy has a buffer of its own, which can be moved to the caller.
post({ type: "done", bytes: new Uint8Array(pdf) });
