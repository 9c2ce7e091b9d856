import { hc, type InferResponseType } from "hono/client";
import { toNetworkError } from "#app/api/client/api-error.ts";
import type { PublicApi } from "#server/api/public/public-api.ts";

const { config } = hc<PublicApi>("/", { headers: { Accept: "application/json" } }).api;

/** The installation's configuration. Loading it at run time lets one build serve every installation. */
export type PublicConfig = InferResponseType<typeof config.$get>;

let pendingConfig: Promise<PublicConfig> | null = null;

/**
 * Loads the installation's public configuration once per page load. After an error, the next call tries again.
 * @throws {ApiError} if the server can't be reached.
 */
export function getPublicConfig(): Promise<PublicConfig> {
  pendingConfig ??= fetchConfig().catch((error: unknown) => {
    pendingConfig = null;
    throw error;
  });
  return pendingConfig;
}

async function fetchConfig(): Promise<PublicConfig> {
  try {
    const response = await config.$get();
    if (!response.ok) {
      throw new Error(`The configuration responded with status ${response.status}.`);
    }
    return await response.json();
  } catch (error) {
    throw toNetworkError(error);
  }
}
