import type { Send } from "#app/api/client/area-fetch.ts";

/** Returns a function that sends the form. `onProgress` receives the uploaded fraction, which `fetch` does not report. */
export function createFormUpload(form: FormData, onProgress: (fraction: number) => void): Send {
  return async (url, { method = "POST", headers, signal }) => {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(new Response(request.responseText || null, { status: request.status }));
      request.onerror = () => reject(new Error(`${url} did not respond`));
      request.onabort = () => reject(signal?.reason);
      signal?.addEventListener("abort", () => request.abort(), { once: true });
      request.send(form);
    });
  };
}
