import { create as contentDisposition } from "content-disposition";
import { z } from "zod";
import { VERIFY_PATH } from "#domain/findings/report/verification.ts";
import { integer } from "#domain/integer.ts";
import { getProposalFileName } from "#domain/proposals/proposal-reference.ts";
import type { CallerClaims } from "#server/database/database.ts";
import { renderProposalInThread } from "#server/findings/report/render-in-thread.ts";
import { unknownProposalError } from "#server/proposals/proposal-errors.ts";
import { readProposalDocument } from "#server/proposals/read-proposal-document.ts";
import type { Services } from "#server/services.ts";

/** The version of a proposal whose PDF is requested. */
export const ProposalPdfQuery = z.object({ version: z.coerce.number().pipe(integer(1)) });

/**
 * Renders the PDF of a version that the caller can read. Without the certificate, which only the stored document of an accepted
 * proposal contains.
 * @throws {ApiError} 404
 */
export async function renderProposalPdf(
  { database, config }: Pick<Services, "database" | "config">,
  caller: CallerClaims,
  { id, version }: { id: string; version: number },
): Promise<{ bytes: Uint8Array<ArrayBuffer>; headers: Record<string, string> }> {
  const found = await database.asCaller(caller, (query) => readProposalDocument(query, id, version));
  if (!found) {
    throw unknownProposalError();
  }
  const pdf = await renderProposalInThread(
    { ...found, certificate: null },
    `${config.publicUrl}${VERIFY_PATH}`,
  );
  const fileName = getProposalFileName({ number: found.number, title: found.content.title }, version);
  return {
    bytes: Uint8Array.from(pdf),
    headers: {
      "content-type": "application/pdf",
      "content-disposition": contentDisposition(fileName),
      "cache-control": "no-store",
    },
  };
}
