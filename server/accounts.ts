import { type AuthError, createClient, type User } from "@supabase/supabase-js";
import type { Query } from "#server/database.ts";

type Role = "admin" | "client";
type Outcome<Reason> = { ok: true } | { ok: false; reason: Reason };

/** Accounts at the authentication service. The same calls reach the embedded backend and a hosted project. */
export type Accounts = {
  /** Makes an account with a confirmed address. @returns its id. @throws when the service refuses. */
  create(account: { email: string; password: string; role: Role }): Promise<string>;
  /** Makes an account without a password and mails the link to set one, good for 7 days. */
  invite(person: {
    email: string;
    role: Role;
  }): Promise<{ ok: true; id: string } | { ok: false; reason: "email-taken" }>;
  /**
   * Mails a new link; the older one stops working. An invited account without a role, left by a server that was
   * stopped in between, becomes a client's: without a link where its invitation was accepted already.
   */
  resendInvitation(id: string): Promise<Outcome<"unknown" | "already-accepted">>;
  /** Deletes an account whose invitation was not accepted yet. */
  withdrawInvitation(id: string): Promise<Outcome<"unknown" | "already-accepted">>;
  /** Refuses the account from the next request on; nothing is deleted. */
  ban(id: string): Promise<void>;
  unban(id: string): Promise<void>;
  /** Ends every session, in the caller's transaction. */
  signOutEverywhere(query: Query, id: string): Promise<void>;
  /** Deletes all second factors, in the caller's transaction. @returns how many of them counted. */
  removeFactors(query: Query, id: string): Promise<number>;
  /** Deletes an account with its sessions, in the caller's transaction. @throws for the last administrator's. */
  remove(query: Query, id: string): Promise<void>;
};

// The service bans for a time; a century is for good.
const FOR_GOOD = "876000h";

/**
 * @param url base address of the service, @param secretKey acts as service_role: never leaves the server.
 * @param publicUrl where the pages are; links of a hosted project lead there.
 * @param send stands in for the network where the service lives in this process.
 */
export function createAccounts(
  url: string,
  secretKey: string,
  send: typeof fetch = fetch,
  publicUrl: string = url,
): Accounts {
  const { admin } = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: send },
  }).auth;

  const invitation = (email: string) =>
    admin.inviteUserByEmail(email, { redirectTo: `${publicUrl}/reset-password` });
  async function ban(id: string, ban_duration: string): Promise<void> {
    const { error } = await admin.updateUserById(id, { ban_duration });
    if (error) throw refused("to change an account", error);
  }
  async function giveRole(id: string, role: Role): Promise<void> {
    const { error } = await admin.updateUserById(id, { app_metadata: { role } });
    if (error) throw refused("to give an account its role", error);
  }
  async function found(id: string): Promise<User | null> {
    const { data, error } = await admin.getUserById(id);
    if (error?.code === "user_not_found") return null;
    if (error) throw refused("to read an account", error);
    return data.user;
  }

  return {
    async create({ email, password, role }) {
      const { data, error } = await admin.createUser({
        email,
        password,
        email_confirm: true,
        app_metadata: { role },
      });
      if (error) throw refused("to make an account", error);
      return data.user.id;
    },
    async invite({ email, role }) {
      const { data, error } = await invitation(email);
      if (error?.code === "email_exists") return { ok: false, reason: "email-taken" };
      if (error) throw refused("to invite", error);
      await giveRole(data.user.id, role);
      return { ok: true, id: data.user.id };
    },
    async resendInvitation(id) {
      const user = await found(id);
      if (!user) return { ok: false, reason: "unknown" };
      // Whoever signed up by himself at a hosted project was not invited, and gets no role here.
      const lacksRole = Boolean(user.invited_at) && !user.app_metadata.role;
      if (lacksRole) await giveRole(id, "client");
      if (user.email_confirmed_at)
        return lacksRole ? { ok: true } : { ok: false, reason: "already-accepted" };
      const { error } = await invitation(user.email ?? "");
      if (error) throw refused("to invite", error);
      return { ok: true };
    },
    async withdrawInvitation(id) {
      const user = await found(id);
      if (!user) return { ok: false, reason: "unknown" };
      if (user.email_confirmed_at) return { ok: false, reason: "already-accepted" };
      const { error } = await admin.deleteUser(id);
      if (error) throw refused("to delete an account", error);
      return { ok: true };
    },
    ban: (id) => ban(id, FOR_GOOD),
    unban: (id) => ban(id, "none"),
    async signOutEverywhere(query, id) {
      await query("delete from auth.sessions where user_id = $1", [id]);
    },
    async removeFactors(query, id) {
      const removed = await query<{ status: string }>(
        "delete from auth.mfa_factors where user_id = $1 returning status",
        [id],
      );
      return removed.filter(({ status }) => status === "verified").length;
    },
    async remove(query, id) {
      await query("delete from auth.users where id = $1", [id]);
    },
  };
}

function refused(what: string, cause: AuthError): Error {
  return new Error(`the authentication service refused ${what}`, { cause });
}
