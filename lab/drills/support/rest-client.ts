import { setTimeout } from "node:timers/promises";

const RETRY_DELAY_MS = 500;

/** What the product returns until the database responds after a restart, or if it was too busy to read the request. */
const NOT_PROCESSED = [503, 408];

/** Repeats a request that the product did not process. */
export async function fetchAvailable(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init);
    if (!NOT_PROCESSED.includes(response.status)) {
      return response;
    }
    await setTimeout(RETRY_DELAY_MS);
  }
}

/** Reads and writes rows through the REST API with the secret key. */
export function createRestClient(url: string, secretKey: string) {
  const headers = {
    apikey: secretKey,
    "content-type": "application/json",
    prefer: "return=representation",
  };
  return async <Row>(path: string, method = "GET", body?: object): Promise<Row[]> => {
    const response = await fetchAvailable(`${url}/rest/v1/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) {
      throw new Error(`${method} ${path}: status ${response.status}: ${await response.text()}`);
    }
    return (await response.json()) as Row[];
  };
}
