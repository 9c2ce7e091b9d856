import { createClient } from "@supabase/supabase-js";

/** Accounts at the authentication service. The same calls reach the embedded backend and a hosted project. */
export type Accounts = {
  /** Makes an account with a confirmed address. @returns its id. @throws when the service refuses. */
  create(account: { email: string; password: string; role: "admin" | "client" }): Promise<string>;
};

/**
 * @param url base address of the service, @param secretKey acts as service_role: never leaves the server.
 * @param send stands in for the network where the service lives in this process.
 */
export function createAccounts(url: string, secretKey: string, send: typeof fetch = fetch): Accounts {
  const supabase = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: send },
  });
  return {
    async create({ email, password, role }) {
      const { data, error } = await supabase.auth.admin.createUser({
        email,
        password,
        email_confirm: true,
        app_metadata: { role },
      });
      if (error) throw new Error("the authentication service refused to make an account", { cause: error });
      return data.user.id;
    },
  };
}
