import { networkError, toApiError } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { notifyIfSessionRejected } from "#app/api/client/session-rejected.ts";
import { getSupabase } from "#app/api/client/supabase.ts";

/** Sends a request, as `fetch` does. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Returns the `fetch` of an area's API clients. It sends the area's access token and resolves only to successful
 * responses. It throws an `ApiError` with the endpoint's `error` and `code`, a network error, or, if the request was
 * canceled, the reason of its signal.
 */
export function createAreaFetch(area: Area, send: Send = (url, init) => fetch(url, init)): typeof fetch {
  return async (input, init = {}) => {
    let response: Response;
    let body: unknown;
    try {
      response = await send(urlOf(input), { ...init, headers: await addHeaders(area, init.headers) });
      if (response.ok) {
        return response;
      }
      body = parseJson(await response.text());
    } catch (error) {
      throw init.signal?.aborted ? error : networkError(error);
    }
    const error = toApiError(response.status, body);
    notifyIfSessionRejected(area, error);
    throw error;
  };
}

function urlOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : input.toString();
}

async function addHeaders(area: Area, given: HeadersInit | undefined): Promise<Headers> {
  const headers = new Headers(given);
  headers.set("Accept", "application/json");
  const { auth } = await getSupabase(area);
  const { data } = await auth.getSession();
  if (data.session) {
    headers.set("Authorization", `Bearer ${data.session.access_token}`);
  }
  return headers;
}

/** A proxy may send an error as HTML. Its status is enough. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
