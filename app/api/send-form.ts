import { accessToken, asDocumented, refusalOf } from "#app/api/api.ts";
import { unanswered } from "#app/api/failure.ts";
import type { House } from "#app/api/house.ts";

type Sending = {
  /** How much has left, from 0 to 1. */
  onProgress: (share: number) => void;
  /** Stops the sending; the promise is then refused with the signal's reason. */
  signal: AbortSignal;
};

/**
 * Posts a form with files to one of the product's own endpoints and tells how far it is, which fetch() cannot. `T` is
 * the endpoint's documented answer.
 * @throws ApiFailure with the endpoint's `error` and `code`; `isUnanswered` when no answer came.
 */
export async function sendForm<T>(house: House, path: string, form: FormData, sending: Sending): Promise<T> {
  const token = await accessToken(house);
  sending.signal.throwIfAborted();
  const { status, text } = await post(path, form, token, sending);
  const answer = jsonOf(text);
  if (status < 200 || status > 299) throw refusalOf(status, answer);
  // A success that is no JSON is no answer.
  if (answer === null)
    throw unanswered(new Error(`${path} answered ${status} with something else than JSON`));
  return asDocumented<T>(answer);
}

function post(
  path: string,
  form: FormData,
  token: string | null,
  { onProgress, signal }: Sending,
): Promise<{ status: number; text: string }> {
  return new Promise((answered, refused) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("Accept", "application/json");
    if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => answered({ status: request.status, text: request.responseText });
    request.onerror = () => refused(unanswered(new Error(`${path} did not answer`)));
    request.onabort = () => refused(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}

function jsonOf(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    // A proxy's page: the status tells what it means.
    return null;
  }
}
