import { ApiError, toApiError, toNetworkError } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { userApi } from "#app/api/client/user-api.ts";

/** Whether the link downloads or displays the document. */
type Disposition = "attachment" | "inline";

/**
 * A document's content. `bytes` is null if the file is on another origin, from which only a navigation can
 * load it.
 */
export type DocumentFile = { filename: string; bytes: Blob | null; downloadUrl: string };

/** Returns the file's name and a link that is valid for a few minutes. @throws {ApiError} */
export function getDocumentLink(area: Area, id: string, disposition: Disposition = "attachment") {
  const query = disposition === "inline" ? { disposition } : {};
  return readJson(userApi[area].client.documents[":id"].$get({ param: { id }, query }));
}

/**
 * Fetches a document. `onProgress` receives the downloaded fraction, from 0 to 1.
 * @throws {ApiError}
 */
export async function fetchDocument(
  area: Area,
  id: string,
  { onProgress, disposition }: { onProgress?: (fraction: number) => void; disposition?: Disposition } = {},
): Promise<DocumentFile> {
  const link = await getDocumentLink(area, id, disposition);
  try {
    // The server redirects to storage on another origin, which the page's Content-Security-Policy blocks.
    const response = await fetch(link.downloadUrl, { redirect: "manual" });
    if (response.type === "opaqueredirect") {
      return { ...link, bytes: null };
    }
    if (!response.ok) {
      throw toApiError(response.status, await response.json());
    }
    return { ...link, bytes: await readBody(response, onProgress) };
  } catch (error) {
    throw error instanceof ApiError ? error : toNetworkError(error);
  }
}

async function readBody(response: Response, onProgress?: (fraction: number) => void): Promise<Blob> {
  const totalBytes = Number(response.headers.get("Content-Length"));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let receivedBytes = 0;
  const reader = response.body?.getReader();
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    chunks.push(chunk.value);
    receivedBytes += chunk.value.length;
    if (totalBytes > 0) {
      onProgress?.(receivedBytes / totalBytes);
    }
  }
  return new Blob(chunks, { type: response.headers.get("Content-Type") ?? "" });
}
