import { AuthClient, type GoTrueClientOptions } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { type PublicConfig, publicConfig } from "#app/api/config.ts";
import { type House, sessionKeys } from "#app/api/house.ts";
import { noteRefusal } from "#app/api/session-refused.ts";
import type { Database } from "#supabase/database.types.ts";

export type Auth = InstanceType<typeof AuthClient>;
type Rows = PostgrestClient<Database, { PostgrestVersion: "12" }, "public">;

/** Accounts and rows, as one session sees them. */
export type Backend = { auth: Auth; from: Rows["from"]; rpc: Rows["rpc"] };

const backends = new Map<House, Backend>();
let passing = 0;

/**
 * The backend as one house's session sees it; the same object for the whole page load.
 * @throws ApiFailure when the configuration could not be read.
 */
export async function backend(house: House): Promise<Backend> {
  const config = await publicConfig();
  // Looked up after waiting: two callers at once must not make two clients under one storage key.
  const made =
    backends.get(house) ??
    makeBackend(
      config,
      { storageKey: sessionKeys[house], persistSession: true, autoRefreshToken: true },
      (answer) => noteRefusal(house, answer),
    );
  backends.set(house, made);
  return made;
}

/**
 * A session that lives in this page alone: no storage key, no other tab, gone with the page. Links in mails open it.
 * @throws ApiFailure when the configuration could not be read.
 */
export async function passingBackend(): Promise<Backend> {
  passing += 1;
  return makeBackend(await publicConfig(), {
    // Stores nothing, but names the session: each is its own.
    storageKey: `passing_session_${passing}`,
    persistSession: false,
    autoRefreshToken: false,
  });
}

/**
 * Puts together what supabase-js puts together of its own parts, without those that speak of files, functions and
 * sockets: they are a fifth of the portal's script and have nothing to do here.
 */
function makeBackend(
  { supabaseUrl, publishableKey }: PublicConfig,
  session: Pick<GoTrueClientOptions, "storageKey" | "persistSession" | "autoRefreshToken">,
  onAnswer: (answer: Response) => void = () => {},
): Backend {
  const root = supabaseUrl.replace(/\/+$/, "");
  const auth = new AuthClient({
    url: `${root}/auth/v1`,
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    // Links with tokens open on /reset-password alone, which spends them itself.
    detectSessionInUrl: false,
    ...session,
  });
  const rows: Rows = new PostgrestClient(`${root}/rest/v1`, {
    // The query client tries again, and sooner: both together kept a failure waiting for 20 seconds.
    retry: false,
    async fetch(input, init) {
      const { data } = await auth.getSession();
      const headers = new Headers(init?.headers);
      headers.set("apikey", publishableKey);
      headers.set("Authorization", `Bearer ${data.session?.access_token ?? publishableKey}`);
      const answer = await fetch(input, { ...init, headers });
      onAnswer(answer);
      return answer;
    },
  });
  return { auth, from: rows.from.bind(rows), rpc: rows.rpc.bind(rows) };
}
