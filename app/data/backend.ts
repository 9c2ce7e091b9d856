import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { publicConfig } from "#app/data/config.ts";
import { type House, sessionKeys } from "#app/data/house.ts";
import type { Database } from "#supabase/database.types.ts";

export type Backend = SupabaseClient<Database>;

const backends = new Map<House, Backend>();

/**
 * The backend as one house's session sees it; the same object for the whole page load.
 * @throws ApiFailure when the configuration could not be read.
 */
export async function backend(house: House): Promise<Backend> {
  const { supabaseUrl, publishableKey } = await publicConfig();
  // Looked up after waiting: two callers at once must not make two clients under one storage key.
  const made =
    backends.get(house) ??
    createClient<Database>(supabaseUrl, publishableKey, {
      // The query client tries again, and sooner: both together kept a failure waiting for 20 seconds.
      db: { retry: false },
      auth: {
        storageKey: sessionKeys[house],
        persistSession: true,
        autoRefreshToken: true,
        // Links with tokens open on /reset-password alone, which spends them itself.
        detectSessionInUrl: false,
      },
    });
  backends.set(house, made);
  return made;
}

let passing = 0;

/**
 * A session that lives in this page alone: no storage key, no other tab, gone with the page. Links in mails open it.
 * @throws ApiFailure when the configuration could not be read.
 */
export async function passingBackend(): Promise<Backend> {
  const { supabaseUrl, publishableKey } = await publicConfig();
  return createClient<Database>(supabaseUrl, publishableKey, {
    auth: {
      // Stores nothing, but names the session: each is its own.
      storageKey: `passing_session_${++passing}`,
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
  });
}

export type Auth = Backend["auth"];
