import { createHash } from "node:crypto";
import { create as contentDisposition } from "content-disposition";
import { z } from "zod";
import { VERIFY_PATH } from "#domain/findings/report/verification.ts";
import { integer } from "#domain/integer.ts";
import type { ProposalDocument } from "#domain/proposals/proposal-document.ts";
import { getProposalFileName } from "#domain/proposals/proposal-reference.ts";
import type { CallerClaims } from "#server/database/database.ts";
import { renderProposalInChildProcess } from "#server/pdf/render-in-child-process.ts";
import { SharedRenderings } from "#server/pdf/shared-renderings.ts";
import { unknownProposalError } from "#server/proposals/proposal-errors.ts";
import { readProposalDocument } from "#server/proposals/read-proposal-document.ts";
import type { Services } from "#server/services.ts";

/** The version of a proposal whose PDF is requested. */
export const ProposalPdfQuery = z.object({ version: z.coerce.number().pipe(integer(1)) });

/** By the hash of the content, which determines the bytes. */
const renderings = new SharedRenderings(20);

type PdfRequest = { id: string; version: number; signal: AbortSignal };

/**
 * Renders the PDF of a version that the caller can read. Without the certificate, which only the stored document of an accepted
 * proposal contains.
 * @throws {ApiError} 404, 429 if too many PDFs are waiting, or 400 if `signal` aborts
 */
export async function renderProposalPdf(
  { database, config }: Pick<Services, "database" | "config">,
  caller: CallerClaims,
  { id, version, signal }: PdfRequest,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; headers: Record<string, string> }> {
  const found = await database.asCaller(caller, (query) => readProposalDocument(query, id, version));
  if (!found) {
    throw unknownProposalError();
  }
  const pdf = await renderOnce(
    { ...found, certificate: null },
    { verifyUrl: `${config.publicUrl}${VERIFY_PATH}`, signal, callerId: caller.sub },
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

type RenderOptions = { verifyUrl: string; signal: AbortSignal; callerId: string };

function renderOnce(
  document: ProposalDocument,
  { verifyUrl, signal, callerId }: RenderOptions,
): Promise<Uint8Array> {
  const key = createHash("sha256")
    .update(JSON.stringify([document, verifyUrl]))
    .digest("hex");
  return renderings.get(key, signal, (ownSignal) =>
    renderProposalInChildProcess(document, verifyUrl, {
      ...{ isForRequest: true, signal: ownSignal, callerId },
    }),
  );
}
