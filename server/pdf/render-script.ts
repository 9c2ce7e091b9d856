// The script of the process that render-in-child-process.ts starts.
import { once } from "node:events";
import type { AccessReview } from "#domain/clients/members/access-review.ts";
import type { LetterData } from "#domain/findings/report/letter.ts";
import type { ReportData } from "#domain/findings/report/report.ts";
import type { ProposalDocument } from "#domain/proposals/proposal-document.ts";
import { renderAccessReviewPdf } from "#server/api/client/people/access-review-pdf.ts";
import { sendToParent } from "#server/child-processes/send-to-parent.ts";
import { renderLetter } from "#server/findings/report/render-letter.ts";
import { renderReport } from "#server/findings/report/render-report.ts";
import { renderInvoicePdf } from "#server/invoices/invoice-pdf.ts";
import type { InvoiceWithPayments } from "#server/invoices/read-invoice.ts";
import { renderProposal } from "#server/proposals/pdf/render-proposal.ts";
import { renderStatementPdf, type StatementDocument } from "#server/statements/statement-pdf.ts";

export type RenderRequest =
  | { kind: "report"; data: ReportData }
  | { kind: "letter"; data: LetterData; verifyUrl: string }
  | { kind: "proposal"; data: ProposalDocument; verifyUrl: string }
  | { kind: "invoice"; data: InvoiceWithPayments; createdAt: Date }
  | { kind: "statement"; data: StatementDocument }
  | { kind: "access review"; data: AccessReview; createdAt: Date };
export type RenderMessage =
  | { type: "progress"; doneFindings: number }
  | { type: "done"; bytes: Uint8Array<ArrayBuffer> };

const send = (message: RenderMessage) => sendToParent(message);

const [request]: RenderRequest[] = await once(process, "message");
if (request) {
  await send({ type: "done", bytes: new Uint8Array(await render(request)) });
}
process.disconnect();

function render(request: RenderRequest): Promise<Buffer> {
  switch (request.kind) {
    case "report":
      return renderReport(request.data, (doneFindings) => void send({ type: "progress", doneFindings }));
    case "letter":
      return renderLetter(request.data, request.verifyUrl);
    case "proposal":
      return renderProposal(request.data, request.verifyUrl);
    case "invoice":
      return renderInvoicePdf(request.data, request.createdAt);
    case "statement":
      return renderStatementPdf(request.data);
    case "access review":
      return renderAccessReviewPdf(request.data, request.createdAt);
  }
}
