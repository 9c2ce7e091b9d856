import { networkError } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { castResponse, getAccessToken, toApiError } from "#app/api/client/call-api.ts";

type UploadOptions = {
  /** Called with the uploaded fraction, from 0 to 1. */
  onProgress: (fraction: number) => void;
  /** Cancels the upload. The promise then rejects with the signal's reason. */
  signal: AbortSignal;
};

/**
 * Posts a form to an API endpoint with upload progress, which `fetch` does not report. `T` is the response type.
 * @throws {ApiError} with the endpoint's `error` and `code`, or a network error.
 */
export async function uploadForm<T>(
  area: Area,
  path: string,
  form: FormData,
  options: UploadOptions,
): Promise<T> {
  const token = await getAccessToken(area);
  options.signal.throwIfAborted();
  const { status, text } = await post(path, form, token, options);
  const body = parseJson(text);
  if (status < 200 || status > 299) {
    throw toApiError(status, body);
  }
  // Every endpoint returns JSON. Anything else with a success status comes from a proxy.
  if (body === null) {
    throw networkError(new Error(`${path} responded with status ${status} but no JSON`));
  }
  return castResponse<T>(body);
}

function post(
  path: string,
  form: FormData,
  token: string | null,
  { onProgress, signal }: UploadOptions,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("Accept", "application/json");
    if (token) {
      request.setRequestHeader("Authorization", `Bearer ${token}`);
    }
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(networkError(new Error(`${path} did not respond`)));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}

function parseJson(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    // For example an HTML error page of a proxy. The status is enough.
    return null;
  }
}
