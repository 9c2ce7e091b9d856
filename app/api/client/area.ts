/** The two signed-in areas. Each has its own session, and a browser can have both. */
export type Area = "client" | "admin";

/** Local storage keys under which supabase-js stores each area's session. */
export const SESSION_KEYS = { client: "client_auth_token", admin: "admin_auth_token" } satisfies Record<
  Area,
  string
>;
