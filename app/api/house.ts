/** The two signed-in areas. Each has its own session; one browser may hold both. */
export type House = "client" | "admin";

/** Where supabase-js keeps a house's session. */
export const sessionKeys = { client: "client_auth_token", admin: "admin_auth_token" } satisfies Record<
  House,
  string
>;
