import { type AuthError, createClient, type User } from "@supabase/supabase-js";

type Role = "admin" | "client";
/**
 * The client that an invited account belongs to. Stored as user metadata and read when the invitation is rendered.
 * `inviter` is the email address of the owner who invited a member, or empty. `administrator` is that of the administrator
 * who invited the primary contact.
 */
export type InvitedClient = { name: string; company: string; inviter?: string; administrator?: string };
type Outcome<Reason> = { ok: true } | { ok: false; reason: Reason };

/** Manages accounts in the authentication service, in the embedded backend or a hosted project. */
export type Accounts = {
  /** Creates an account with a confirmed email address. @returns its id. @throws when the service rejects it. */
  create(account: { email: string; password: string; role: Role }): Promise<string>;
  /** Creates an account without a password and emails a link to set one, valid for 7 days. */
  invite(account: {
    email: string;
    role: Role;
    /** The client named in the invitation. */
    client?: InvitedClient;
    /** Email address of the administrator who invites another administrator. */
    inviter?: string;
  }): Promise<{ ok: true; id: string } | { ok: false; reason: "email-taken" }>;
  /**
   * Emails a new link and invalidates the previous one. An account can lack a role if the server stopped during
   * `invite`. Such an account gets the client role, and no email is sent if its invitation was already accepted.
   * @param client Replaces the client named in the invitation.
   */
  resendInvitation(id: string, client?: InvitedClient): Promise<Outcome<"unknown" | "already-accepted">>;
  /** Deletes an account whose invitation has not been accepted. */
  revokeInvitation(id: string): Promise<Outcome<"unknown" | "already-accepted">>;
  /** Deletes an account and ends its sessions. Does nothing if it no longer exists. */
  delete(id: string): Promise<void>;
  /** Rejects all further requests from the account. Deletes nothing. */
  ban(id: string): Promise<void>;
  unban(id: string): Promise<void>;
};

// The service has no permanent ban, so ban for 100 years.
const BAN_DURATION = "876000h";

/**
 * @param url Base URL of the service.
 * @param secretKey Grants service_role. It must never leave the server.
 * @param send Replaces `fetch` when the service runs in this process.
 * @param publicUrl Origin of the pages. Emails from a hosted project link to it.
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

  const sendInvitation = (email: string, data?: InvitedClient | { inviter: string }) =>
    admin.inviteUserByEmail(email, {
      redirectTo: `${publicUrl}/reset-password`,
      ...(data && { data }),
    });
  async function setBan(id: string, ban_duration: string): Promise<void> {
    const { error } = await admin.updateUserById(id, { ban_duration });
    if (error) {
      throw toServiceError("update an account", error);
    }
  }
  async function setRole(id: string, role: Role): Promise<void> {
    const { error } = await admin.updateUserById(id, { app_metadata: { role } });
    if (error) {
      throw toServiceError("set an account's role", error);
    }
  }
  async function setInvitedClient(id: string, { inviter = "", ...client }: InvitedClient): Promise<void> {
    const { error } = await admin.updateUserById(id, { user_metadata: { ...client, inviter } });
    if (error) {
      throw toServiceError("set the client of an invitation", error);
    }
  }
  async function deleteUser(id: string): Promise<void> {
    const { error } = await admin.deleteUser(id);
    if (error && error.code !== "user_not_found") {
      throw toServiceError("delete an account", error);
    }
  }
  async function findUser(id: string): Promise<User | null> {
    const { data, error } = await admin.getUserById(id);
    if (error?.code === "user_not_found") {
      return null;
    }
    if (error) {
      throw toServiceError("read an account", error);
    }
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
      if (error) {
        throw toServiceError("create an account", error);
      }
      return data.user.id;
    },
    async invite({ email, role, client, inviter }) {
      const { data, error } = await sendInvitation(email, client ?? (inviter ? { inviter } : undefined));
      if (error?.code === "email_exists") {
        return { ok: false, reason: "email-taken" };
      }
      if (error) {
        throw toServiceError("send an invitation", error);
      }
      await setRole(data.user.id, role);
      return { ok: true, id: data.user.id };
    },
    async resendInvitation(id, client) {
      const user = await findUser(id);
      if (!user) {
        return { ok: false, reason: "unknown" };
      }
      // Users who signed up at a hosted project without an invitation get no role.
      const lacksRole = Boolean(user.invited_at) && !user.app_metadata.role;
      if (lacksRole) {
        await setRole(id, "client");
      }
      if (user.email_confirmed_at) {
        return lacksRole ? { ok: true } : { ok: false, reason: "already-accepted" };
      }
      if (client) {
        await setInvitedClient(id, client);
      }
      const { error } = await sendInvitation(user.email ?? "");
      if (error) {
        throw toServiceError("send an invitation", error);
      }
      return { ok: true };
    },
    async revokeInvitation(id) {
      const user = await findUser(id);
      if (!user) {
        return { ok: false, reason: "unknown" };
      }
      if (user.email_confirmed_at) {
        return { ok: false, reason: "already-accepted" };
      }
      await deleteUser(id);
      return { ok: true };
    },
    delete: deleteUser,
    ban: (id) => setBan(id, BAN_DURATION),
    unban: (id) => setBan(id, "none"),
  };
}

function toServiceError(action: string, cause: AuthError): Error {
  return new Error(`The authentication service failed to ${action}`, { cause });
}
