import { networkError } from "#app/api/client/api-error.ts";

/** Response of `GET /api/config`. Loading it at run time lets one build serve every installation. */
export type PublicConfig = {
  supabaseUrl: string;
  publishableKey: string;
  captcha: { provider: "turnstile" | "hcaptcha"; siteKey: string } | null;
};

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
    const response = await fetch("/api/config", { headers: { Accept: "application/json" } });
    if (!response.ok) {
      throw new Error(`/api/config responded with status ${response.status}`);
    }
    return await response.json();
  } catch (error) {
    throw networkError(error);
  }
}
