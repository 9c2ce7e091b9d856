import { unanswered } from "#app/api/failure.ts";

/** What `GET /api/config` tells the pages, so that one build serves every installation. */
export type PublicConfig = {
  supabaseUrl: string;
  publishableKey: string;
  captcha: { provider: "turnstile" | "hcaptcha"; siteKey: string } | null;
};

let asked: Promise<PublicConfig> | null = null;

/**
 * The installation's public configuration, asked once per page load; a failed question may be put again.
 * @throws ApiFailure when the server could not be reached.
 */
export function publicConfig(): Promise<PublicConfig> {
  asked ??= ask().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

async function ask(): Promise<PublicConfig> {
  try {
    const response = await fetch("/api/config", { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(`/api/config answered ${response.status}`);
    return await response.json();
  } catch (cause) {
    throw unanswered(cause);
  }
}
