// The worker thread that render-in-thread.ts starts.
import { parentPort, workerData } from "node:worker_threads";
import type { LetterData } from "#domain/findings/report/letter.ts";
import type { ReportData } from "#domain/findings/report/report.ts";
import type { ProposalDocument } from "#domain/proposals/proposal-document.ts";
import { renderProposal } from "#server/proposals/pdf/render-proposal.ts";
import { renderLetter } from "./render-letter.ts";
import { renderReport } from "./render-report.ts";

export type RenderRequest =
  | { kind: "report"; data: ReportData }
  | { kind: "letter"; data: LetterData; verifyUrl: string }
  | { kind: "proposal"; data: ProposalDocument; verifyUrl: string };
export type RenderMessage =
  | { type: "progress"; doneFindings: number }
  | { type: "done"; bytes: Uint8Array<ArrayBuffer> };

function post(message: RenderMessage): void {
  parentPort?.postMessage(message, message.type === "done" ? [message.bytes.buffer] : []);
}

const request: RenderRequest = workerData;
// A copy has a buffer of its own, which can be moved to the caller.
post({ type: "done", bytes: new Uint8Array(await render()) });

function render(): Promise<Buffer> {
  switch (request.kind) {
    case "report":
      return renderReport(request.data, (doneFindings) => post({ type: "progress", doneFindings }));
    case "letter":
      return renderLetter(request.data, request.verifyUrl);
    case "proposal":
      return renderProposal(request.data, request.verifyUrl);
  }
}
