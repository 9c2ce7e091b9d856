import { z } from "zod";
import { readJson } from "../network/read-json.ts";

const Session = z.object({ access_token: z.string(), refresh_token: z.string() });
const PublicConfig = z.object({ supabaseUrl: z.string(), publishableKey: z.string() });

/** Fetches the configuration that browsers load. */
export async function fetchPublicConfig(url: string): Promise<z.infer<typeof PublicConfig>> {
  return readJson(await fetch(`${url}/api/config`), PublicConfig);
}

/** Reads the tokens from a successful `/auth/v1/token` response. */
export function readSession(response: Response): Promise<z.infer<typeof Session>> {
  return readJson(response, Session);
}
