import { createHash } from "node:crypto";
import { create as contentDisposition } from "content-disposition";
import { z } from "zod";
import { VERIFY_PATH } from "#domain/findings/report/verification.ts";
import { integer } from "#domain/integer.ts";
import type { ProposalDocument } from "#domain/proposals/proposal-document.ts";
import { getProposalFileName } from "#domain/proposals/proposal-reference.ts";
import type { CallerClaims } from "#server/database/database.ts";
import { renderProposalInChildProcess } from "#server/findings/report/render-in-child-process.ts";
import { unknownProposalError } from "#server/proposals/proposal-errors.ts";
import { readProposalDocument } from "#server/proposals/read-proposal-document.ts";
import type { Services } from "#server/services.ts";

/** The version of a proposal whose PDF is requested. */
export const ProposalPdfQuery = z.object({ version: z.coerce.number().pipe(integer(1)) });

const MAX_RECENT_PDFS = 20;

/** By the hash of the content, which determines the bytes. Concurrent requests for a PDF share one thread. */
const recentPdfs = new Map<string, Promise<Uint8Array>>();

/**
 * Renders the PDF of a version that the caller can read. Without the certificate, which only the stored document of an accepted
 * proposal contains.
 * @throws {ApiError} 404, or 429 if too many PDFs are waiting
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
  const pdf = await renderOnce({ ...found, certificate: null }, `${config.publicUrl}${VERIFY_PATH}`);
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

function renderOnce(document: ProposalDocument, verifyUrl: string): Promise<Uint8Array> {
  const key = createHash("sha256")
    .update(JSON.stringify([document, verifyUrl]))
    .digest("hex");
  const recent = recentPdfs.get(key);
  if (recent) {
    return recent;
  }
  const [oldest] = recentPdfs.keys();
  if (oldest !== undefined && recentPdfs.size >= MAX_RECENT_PDFS) {
    recentPdfs.delete(oldest);
  }
  const pdf = renderProposalInChildProcess(document, verifyUrl, { isForRequest: true }).catch(
    (error: unknown) => {
      recentPdfs.delete(key);
      throw error;
    },
  );
  recentPdfs.set(key, pdf);
  return pdf;
}
