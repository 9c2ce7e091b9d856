import { AuthClient, type GoTrueClientOptions } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { type Area, SESSION_KEYS } from "#app/api/client/area.ts";
import { addReadSignal } from "#app/api/client/area-reads.ts";
import { getPublicConfig, type PublicConfig } from "#app/api/client/public-config.ts";
import { addSelectedClient } from "#app/api/client/selected-client.ts";
import { notifyIfSessionRejected } from "#app/api/client/session-rejected.ts";
import type { Database } from "#supabase/database.types.ts";

export type SupabaseAuth = InstanceType<typeof AuthClient>;
type RestClient = PostgrestClient<Database, { PostgrestVersion: "12" }, "public">;

/** The part of the supabase-js API that the app uses: authentication and table access. */
export type SupabaseClient = { auth: SupabaseAuth; from: RestClient["from"]; rpc: RestClient["rpc"] };

type RequestHooks = {
  addHeaders?: (headers: Headers) => void;
  addSignal?: (init: RequestInit) => RequestInit;
  onResponse?: (response: Response) => void;
};

const clients = new Map<Area, SupabaseClient>();
let temporaryClientCount = 0;

/**
 * Returns the Supabase client of an area. There is one client per area and page load.
 * @throws {ApiError} if the public configuration can't be loaded.
 */
export async function getSupabase(area: Area): Promise<SupabaseClient> {
  const config = await getPublicConfig();
  // Look up the client after the await, so that concurrent callers don't create two with the same storage
  // key.
  const client =
    clients.get(area) ??
    createSupabaseClient(
      config,
      { storageKey: SESSION_KEYS[area], persistSession: true, autoRefreshToken: true },
      {
        addHeaders: (headers) => addSelectedClient(area, headers),
        addSignal: (init) => addReadSignal(area, init),
        onResponse: (response) => notifyIfSessionRejected(area, response),
      },
    );
  clients.set(area, client);
  return client;
}

/**
 * Creates a client whose session stays in memory: it is not stored, not shared with other tabs, and lost on reload.
 * Used for links in emails.
 * @throws {ApiError} if the public configuration can't be loaded.
 */
export async function createTemporaryClient(): Promise<SupabaseClient> {
  temporaryClientCount += 1;
  return createSupabaseClient(await getPublicConfig(), {
    // Nothing is stored, but auth-js identifies clients by this key.
    storageKey: `temporary_session_${temporaryClientCount}`,
    persistSession: false,
    autoRefreshToken: false,
  });
}

/**
 * Combines the auth and PostgREST clients as supabase-js does, but without storage, functions and realtime,
 * which are unused and would make the portal's bundle 20% larger.
 */
function createSupabaseClient(
  { supabaseUrl, publishableKey }: PublicConfig,
  session: Pick<GoTrueClientOptions, "storageKey" | "persistSession" | "autoRefreshToken">,
  { addHeaders, addSignal = (init) => init, onResponse }: RequestHooks = {},
): SupabaseClient {
  const baseUrl = supabaseUrl.replace(/\/+$/, "");
  const auth = new AuthClient({
    url: `${baseUrl}/auth/v1`,
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    // Only /reset-password receives links with tokens, and it redeems them explicitly.
    detectSessionInUrl: false,
    ...session,
  });
  const rest: RestClient = new PostgrestClient(`${baseUrl}/rest/v1`, {
    // TanStack Query already retries. With retries in both, an error appeared only after 20 s.
    retry: false,
    async fetch(input, init) {
      const { data } = await auth.getSession();
      const headers = new Headers(init?.headers);
      headers.set("apikey", publishableKey);
      headers.set("Authorization", `Bearer ${data.session?.access_token ?? publishableKey}`);
      addHeaders?.(headers);
      const response = await fetch(input, addSignal({ ...init, headers }));
      onResponse?.(response);
      return response;
    },
  });
  return { auth, from: rest.from.bind(rest), rpc: rest.rpc.bind(rest) };
}
