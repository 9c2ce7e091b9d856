import { callApi, refusalOf } from "#app/api/api.ts";
import { ApiFailure, unanswered } from "#app/api/failure.ts";
import type { House } from "#app/api/house.ts";

/** What a link is for: saving the document, or showing it in a page. */
type Purpose = "attachment" | "inline";

/** Where a document's bytes are to be had for some minutes, and the name they are saved under. */
export type DocumentLink = { downloadUrl: string; filename: string };

/** A document's bytes and its name; null where the bytes are elsewhere, and only the browser itself can fetch them. */
export type DocumentFile = DocumentLink & { bytes: Blob | null };

/** @throws ApiFailure with the server's words when the document is not to be had. */
export async function documentLink(
  house: House,
  id: string,
  purpose: Purpose = "attachment",
): Promise<DocumentLink> {
  const inline = purpose === "inline" ? "?disposition=inline" : "";
  return callApi<DocumentLink>(house, `/api/client/documents/${id}${inline}`);
}

/**
 * Fetches a document, telling how much has arrived, from 0 to 1.
 * @throws ApiFailure with the server's words when it refuses; `isUnanswered` when the bytes did not come.
 */
export async function documentFile(
  house: House,
  id: string,
  { onProgress, purpose }: { onProgress?: (share: number) => void; purpose?: Purpose } = {},
): Promise<DocumentFile> {
  const link = await documentLink(house, id, purpose);
  try {
    // A store of another origin is behind a redirection, which the page's security policy does not let it follow.
    const answer = await fetch(link.downloadUrl, { redirect: "manual" });
    if (answer.type === "opaqueredirect") return { ...link, bytes: null };
    if (!answer.ok) throw refusalOf(answer.status, await answer.json());
    return { ...link, bytes: await bytesOf(answer, onProgress) };
  } catch (cause) {
    throw cause instanceof ApiFailure ? cause : unanswered(cause);
  }
}

async function bytesOf(answer: Response, onProgress?: (share: number) => void): Promise<Blob> {
  const total = Number(answer.headers.get("Content-Length"));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let arrived = 0;
  const reader = answer.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    arrived += part.value.length;
    if (total > 0) onProgress?.(arrived / total);
  }
  return new Blob(parts, { type: answer.headers.get("Content-Type") ?? "" });
}
