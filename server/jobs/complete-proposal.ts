import { createHash } from "node:crypto";
import { z } from "zod";
import { VERIFY_PATH } from "#domain/findings/report/verification.ts";
import { getAcceptedFileName } from "#domain/proposals/proposal-reference.ts";
import type { Query } from "#server/database/database.ts";
import { storePdf } from "#server/findings/report/store-pdf.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import { renderProposalInChildProcess } from "#server/pdf/render-in-child-process.ts";
import { readProposalDocument } from "#server/proposals/read-proposal-document.ts";
import type { Services } from "#server/services.ts";

const Payload = z.object({ proposalId: z.guid() });

type Dependencies = Pick<Services, "config" | "database" | "files" | "scanner" | "jobs" | "log">;

/**
 * Stores the PDF of an accepted proposal, with the certificate, as a contract of the client. Does nothing if it is stored already. The
 * emails about the acceptance are sent after that.
 */
export function createCompleteProposalJob(services: Dependencies): JobHandler {
  return async (payload) => {
    const { proposalId } = Payload.parse(payload);
    const accepted = await services.database.bypassPolicies(
      { reason: "read an accepted proposal", isSnapshot: true },
      (query) => readUnstored(query, proposalId),
    );
    if (!accepted) {
      return;
    }
    const { document, project } = accepted;
    const bytes = await renderProposalInChildProcess(document, `${services.config.publicUrl}${VERIFY_PATH}`);
    const name = getAcceptedFileName({ number: document.number, title: document.content.title });
    await storePdf(services, { bytes, name, project, category: "contract" }, async (query, stored) => {
      // The acceptance announces the document.
      await query("insert into private.announcements (key) values ($1) on conflict do nothing", [
        `document-ready:${stored.id}`,
      ]);
      const updated = await query(
        `update public.proposal_acceptances set document_id = $2, pdf_sha256 = $3
          where proposal_id = $1 and document_id is null returning proposal_id`,
        [proposalId, stored.id, createHash("sha256").update(bytes).digest("hex")],
      );
      if (updated.length === 0) {
        throw new Error("another run has stored the PDF of this proposal");
      }
    });
  };
}

async function readUnstored(query: Query, id: string) {
  const [acceptance] = await query(
    `select acceptance.version, acceptance.client_id, proposal.project_id
       from public.proposal_acceptances as acceptance
       join public.proposals as proposal on proposal.id = acceptance.proposal_id
      where acceptance.proposal_id = $1 and acceptance.document_id is null`,
    [id],
  );
  const document = acceptance && (await readProposalDocument(query, id, acceptance.version));
  return document && acceptance.project_id
    ? { document, project: { id: acceptance.project_id, clientId: acceptance.client_id } }
    : null;
}
