import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AccountEmail } from "#src/index.ts";
import {
  AUTH_TARGETS,
  createTestUser,
  OTHER_ALLOWED_ORIGIN,
  signInAs,
  startTestBackend,
  type TestBackend,
} from "#src/test-support/test-backend.ts";

type LinkEmail = Extract<AccountEmail, { tokenHash: string }>;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe.each(AUTH_TARGETS)("emailed links on $name", (target) => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());

  const emailsTo = (address: string) => backend.emails.filter((email) => email.to === address);
  const findLastLink = (address: string): LinkEmail => {
    const message = emailsTo(address).findLast((found): found is LinkEmail => "tokenHash" in found);
    if (!message) {
      throw new Error(`No link was sent to ${address}`);
    }
    return message;
  };
  const getClaims = async (client: ReturnType<TestBackend["client"]>) =>
    backend.supabase.verifyAccessToken((await client.auth.getSession()).data.session?.access_token ?? "");
  const verify = (type: LinkEmail["type"] | "email", tokenHash: string) =>
    backend.client().auth.verifyOtp({ type, token_hash: tokenHash });
  const expired = { code: "otp_expired", status: 403 };

  describe("password recovery", () => {
    // See https://supabase.com/docs/guides/auth/passwords, "Resetting a password"; events as in
    // See https://supabase.com/docs/reference/javascript/auth-onauthstatechange.
    test("sets a new password after PASSWORD_RECOVERY and ends all other sessions", async () => {
      const user = await createTestUser(backend);
      const otherDevice = await signInAs(backend, user);
      const requested = await backend.client().auth.resetPasswordForEmail(user.email, {
        redirectTo: `${backend.url}/reset-password`,
      });
      expect(requested).toEqual({ data: {}, error: null });
      const message = findLastLink(user.email);
      expect(message).toMatchObject({
        kind: "recovery",
        userId: user.id,
        redirectTo: `${backend.url}/reset-password`,
      });

      const browser = backend.client();
      const events: string[] = [];
      browser.auth.onAuthStateChange((event) => {
        events.push(event);
      });
      const { data, error } = await browser.auth.verifyOtp({
        type: "recovery",
        token_hash: message.tokenHash,
      });
      expect(error).toBeNull();
      expect(data.user?.id).toBe(user.id);
      expect(events).toContain("PASSWORD_RECOVERY");
      // "recovery" is one of the methods listed in supabase.com/docs/guides/auth/jwt-fields.
      expect((await getClaims(browser))?.amr).toMatchObject([{ method: "recovery" }]);

      expect((await browser.auth.updateUser({ password: "a fresh passphrase" })).error).toBeNull();
      expect(emailsTo(user.email).at(-1)?.kind).toBe("password_changed");
      expect((await otherDevice.auth.getUser()).error).not.toBeNull();
      expect((await browser.auth.signOut({ scope: "global" })).error).toBeNull();
      expect(events.at(-1)).toBe("SIGNED_OUT");
      const signIn = (password: string) =>
        backend.client().auth.signInWithPassword({ email: user.email, password });
      expect((await signIn(user.password)).error?.code).toBe("invalid_credentials");
      expect((await signIn("a fresh passphrase")).error).toBeNull();
    });

    // supabase/auth internal/api/verify.go: a code requires the address it was sent to.
    test("accepts a token with its own email and rejects it with another email", async () => {
      const [user, otherUser] = [await createTestUser(backend), await createTestUser(backend)];
      await backend.client().auth.resetPasswordForEmail(user.email);
      const { tokenHash: token } = findLastLink(user.email);
      const verifyWithEmail = (email: string) =>
        backend.client().auth.verifyOtp({ type: "recovery", email, token });
      expect((await verifyWithEmail(otherUser.email)).error).toMatchObject(expired);
      expect((await verifyWithEmail(user.email)).error).toBeNull();
    });

    test("rejects a common password", async () => {
      const client = await signInAs(backend, await createTestUser(backend));
      // See https://supabase.com/docs/guides/auth/password-security: weak_password with its reasons.
      expect((await client.auth.updateUser({ password: "Password123" })).error).toMatchObject({
        code: "weak_password",
        reasons: ["pwned"],
      });
    });
  });

  describe("sign-in by link", () => {
    // See https://supabase.com/docs/guides/auth/auth-email-passwordless, shouldCreateUser.
    test("works for existing accounts and never creates an account", async () => {
      const user = await createTestUser(backend);
      const requestSignIn = (email: string) =>
        backend.client().auth.signInWithOtp({ email, options: { shouldCreateUser: true } });
      expect((await requestSignIn(user.email)).error).toBeNull();
      expect((await requestSignIn("unknown@example.com")).error).toBeNull();
      const { data } = await backend.serviceClient().auth.admin.listUsers();
      expect(data.users.map((user) => user.email)).not.toContain("unknown@example.com");
      expect(emailsTo("unknown@example.com")).toEqual([]);

      const client = backend.client();
      const { error } = await client.auth.verifyOtp({
        type: "email",
        token_hash: findLastLink(user.email).tokenHash,
      });
      expect(error).toBeNull();
      expect((await getClaims(client))?.amr).toMatchObject([{ method: "magiclink" }]);
    });

    // Project choice: a sign-in link must not set a password; the hash includes the purpose of a token.
    test("rejects a link of another type", async () => {
      const user = await createTestUser(backend);
      await backend.client().auth.signInWithOtp({ email: user.email });
      const { tokenHash } = findLastLink(user.email);
      expect((await verify("recovery", tokenHash)).error).toMatchObject(expired);
      expect((await verify("magiclink", tokenHash)).error).toBeNull();
    });
  });

  describe("invitations", () => {
    // See https://supabase.com/docs/reference/javascript/auth-admin-inviteuserbyemail.
    test("create an account that cannot sign in until its link is used and a password is set", async () => {
      const email = "invited@example.com";
      const { data, error } = await backend.serviceClient().auth.admin.inviteUserByEmail(email, {
        data: { name: "Ida" },
        redirectTo: `${backend.url}/reset-password`,
      });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email, user_metadata: { name: "Ida" } });
      expect(data.user?.invited_at).toEqual(expect.any(String));
      expect(data.user?.email_confirmed_at).toBeUndefined();
      const client = backend.client();
      const used = await client.auth.verifyOtp({ type: "invite", token_hash: findLastLink(email).tokenHash });
      expect(used.error).toBeNull();
      expect(used.data.user?.email_confirmed_at).toEqual(expect.any(String));
      expect((await client.auth.updateUser({ password: "first passphrase" })).error).toBeNull();
      const signIn = await backend.client().auth.signInWithPassword({ email, password: "first passphrase" });
      expect(signIn.error).toBeNull();
      // supabase/auth internal/api/invite.go: a confirmed address cannot be invited.
      expect((await backend.serviceClient().auth.admin.inviteUserByEmail(email)).error).toMatchObject({
        code: "email_exists",
        status: 422,
      });
    });

    // Project choice: only one invitation is valid at a time, and one day is too short for an invitation.
    test("revoke the older link when sent again, and expire after 7 days", async () => {
      const email = "invited-twice@example.com";
      const invite = () => backend.serviceClient().auth.admin.inviteUserByEmail(email);
      const id = (await invite()).data.user?.id;
      const first = findLastLink(email);
      expect((await invite()).data.user?.id).toBe(id);
      const second = findLastLink(email);
      expect((await verify("invite", first.tokenHash)).error).toMatchObject(expired);
      backend.advanceClock(7 * DAY_MS - MINUTE_MS);
      expect((await verify("invite", second.tokenHash)).error).toBeNull();
    });

    // invite_test.go, TestInvite_WithoutAccess; auth/debugging/error-codes: not_admin.
    test("require the secret key", async () => {
      const client = await signInAs(backend, await createTestUser(backend, { role: "admin" }));
      const token = (await client.auth.getSession()).data.session?.access_token;
      const response = await fetch(`${backend.url}/auth/v1/invite`, {
        method: "POST",
        headers: {
          apikey: backend.publishableKey,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
        },
        body: '{"email":"x@example.com"}',
      });
      expect(readError(response)).toEqual({ status: 403, code: "not_admin" });
      expect((await backend.client().auth.admin.inviteUserByEmail("x@example.com")).error?.status).toBe(401);
    });
  });

  describe("email change", () => {
    // See https://supabase.com/docs/reference/javascript/auth-updateuser, "Update the email for an authenticated user".
    test("takes effect after confirmation from the new mailbox, and notifies the old one", async () => {
      const user = await createTestUser(backend);
      const client = await signInAs(backend, user);
      const newEmail = `new-${user.email}`;
      const { data, error } = await client.auth.updateUser({ email: newEmail.toUpperCase() });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email: user.email, new_email: newEmail });
      expect(emailsTo(user.email).at(-1)).toMatchObject({ kind: "email_change_notice", newEmail });
      const signIn = (email: string) =>
        backend.client().auth.signInWithPassword({ email, password: user.password });
      expect((await signIn(newEmail)).error?.code).toBe("invalid_credentials");

      const used = await verify("email_change", findLastLink(newEmail).tokenHash);
      expect(used.error).toBeNull();
      expect(used.data.user).toMatchObject({ email: newEmail });
      expect(used.data.user?.new_email).toBeUndefined();
      expect(emailsTo(user.email).at(-1)).toMatchObject({ kind: "email_changed_notice", newEmail });
      expect((await signIn(newEmail)).error).toBeNull();
      expect((await signIn(user.email)).error?.code).toBe("invalid_credentials");
    });

    // Project choice: supabase/auth returns email_exists, which reveals accounts.
    test("sends no email to another account's address, and does not reveal why", async () => {
      const [user, otherUser] = [await createTestUser(backend), await createTestUser(backend)];
      const client = await signInAs(backend, user);
      const response = await client.auth.updateUser({ email: otherUser.email });
      expect(response.error).toBeNull();
      expect(response.data.user).toMatchObject({ email: user.email, new_email: otherUser.email });
      expect(emailsTo(otherUser.email)).toEqual([]);
    });

    // Project choice: a change requested by an attacker must not undo a change by the owner.
    test("is canceled when the password changes before confirmation", async () => {
      const user = await createTestUser(backend);
      const client = await signInAs(backend, user);
      await client.auth.updateUser({ email: `x-${user.email}` });
      const { tokenHash } = findLastLink(`x-${user.email}`);
      await client.auth.updateUser({ password: "another passphrase" });
      expect((await verify("email_change", tokenHash)).error).toMatchObject(expired);
      expect((await client.auth.getUser()).data.user?.new_email).toBeUndefined();
    });

    // See https://supabase.com/docs/reference/javascript/auth-resend.
    test("can be resent, and the older link stays valid until one of them is used", async () => {
      const user = await createTestUser(backend);
      const client = await signInAs(backend, user);
      const newEmail = `again-${user.email}`;
      await client.auth.updateUser({ email: newEmail });
      const first = findLastLink(newEmail).tokenHash;
      backend.advanceClock(2 * MINUTE_MS);
      expect((await client.auth.resend({ type: "email_change", email: user.email })).error).toBeNull();
      expect(emailsTo(newEmail)).toHaveLength(2);
      expect((await verify("email_change", first)).error).toBeNull();
      expect((await verify("email_change", findLastLink(newEmail).tokenHash)).error).toMatchObject(expired);
    });

    // Project choice: only the address that the user entered last can be confirmed.
    test("is revoked by a change to another address", async () => {
      const user = await createTestUser(backend);
      const client = await signInAs(backend, user);
      const [first, second] = [`first-${user.email}`, `second-${user.email}`];
      await client.auth.updateUser({ email: first });
      backend.advanceClock(2 * MINUTE_MS);
      await client.auth.updateUser({ email: second });
      expect((await verify("email_change", findLastLink(first).tokenHash)).error).toMatchObject(expired);
      expect((await verify("email_change", findLastLink(second).tokenHash)).data.user?.email).toBe(second);
    });
  });

  describe("PKCE code", () => {
    const createPkceClient = () =>
      createClient(backend.url, backend.publishableKey, {
        auth: { flowType: "pkce", persistSession: false, autoRefreshToken: false },
      });
    const followLink = async (message: LinkEmail) => {
      const query = new URLSearchParams({
        token: message.tokenHash,
        type: message.type,
        redirect_to: message.redirectTo,
      });
      const response = await fetch(`${backend.url}/auth/v1/verify?${query}`, { redirect: "manual" });
      expect(response.status).toBe(303);
      return new URL(response.headers.get("location") ?? "");
    };

    // Project choice: another request must not replace the challenge of a link that was already sent.
    test("belongs to the browser that requested its link, also after a request from another browser", async () => {
      const user = await createTestUser(backend);
      const [requestingClient, otherClient] = [createPkceClient(), createPkceClient()];
      await requestingClient.auth.resetPasswordForEmail(user.email);
      const message = findLastLink(user.email);
      backend.advanceClock(2 * MINUTE_MS);
      await otherClient.auth.resetPasswordForEmail(user.email);
      expect(findLastLink(user.email)).not.toBe(message);
      const code = (await followLink(message)).searchParams.get("code") ?? "";
      expect((await otherClient.auth.exchangeCodeForSession(code)).error?.code).toBe("bad_code_verifier");
      expect((await requestingClient.auth.exchangeCodeForSession(code)).error).toBeNull();
    });

    // See https://supabase.com/docs/guides/auth/sessions/pkce-flow.
    test("is exchanged once, with the event PASSWORD_RECOVERY", async () => {
      const user = await createTestUser(backend);
      const client = createPkceClient();
      const events: string[] = [];
      client.auth.onAuthStateChange((event) => {
        events.push(event);
      });
      await client.auth.resetPasswordForEmail(user.email, { redirectTo: `${backend.url}/reset-password` });
      const redirect = await followLink(findLastLink(user.email));
      const code = redirect.searchParams.get("code") ?? "";
      expect(redirect.pathname).toBe("/reset-password");

      const { data, error } = await client.auth.exchangeCodeForSession(code);
      expect(error).toBeNull();
      expect(data.user?.id).toBe(user.id);
      expect(events).toContain("PASSWORD_RECOVERY");
      const again = await fetch(`${backend.url}/auth/v1/token?grant_type=pkce`, {
        method: "POST",
        headers: { apikey: backend.publishableKey, "content-type": "application/json" },
        body: JSON.stringify({ auth_code: code, code_verifier: "v".repeat(43) }),
      });
      expect(readError(again)).toEqual({ status: 404, code: "flow_state_not_found" });
    });

    // See https://supabase.com/docs/guides/auth/debugging/error-codes: bad_code_verifier, flow_state_expired.
    test("is rejected in another browser, and after 5 minutes", async () => {
      const user = await createTestUser(backend);
      const [requestingClient, otherClient] = [createPkceClient(), createPkceClient()];
      await requestingClient.auth.signInWithOtp({ email: user.email });
      const stolenCode = (await followLink(findLastLink(user.email))).searchParams.get("code") ?? "";
      await otherClient.auth.signInWithOtp({ email: "unknown@example.com" });
      expect((await otherClient.auth.exchangeCodeForSession(stolenCode)).error?.code).toBe(
        "bad_code_verifier",
      );
      // token_test.go, TestMagicLinkPKCESignIn: a wrong verifier does not use up the code.
      expect((await requestingClient.auth.exchangeCodeForSession(stolenCode)).error).toBeNull();

      backend.advanceClock(2 * MINUTE_MS);
      await requestingClient.auth.signInWithOtp({ email: user.email });
      const lateCode = (await followLink(findLastLink(user.email))).searchParams.get("code") ?? "";
      backend.advanceClock(5 * MINUTE_MS);
      expect((await requestingClient.auth.exchangeCodeForSession(lateCode)).error?.code).toBe(
        "flow_state_expired",
      );
    });

    // See Supabase docs, auth/auth-email-templates: token_hash and verifyOtp, which require no code.
    test("is not needed if the page posts the link's token", async () => {
      const user = await createTestUser(backend);
      await createPkceClient().auth.resetPasswordForEmail(user.email);
      expect((await verify("recovery", findLastLink(user.email).tokenHash)).error).toBeNull();
    });
  });

  describe("redirect link", () => {
    const openLink = (query: Record<string, string>, method = "GET") =>
      fetch(`${backend.url}/auth/v1/verify?${new URLSearchParams(query)}`, { redirect: "manual", method });

    // See https://supabase.com/docs/guides/auth/sessions/implicit-flow.
    test("returns the session in the URL fragment, or an error if it was already used", async () => {
      const user = await createTestUser(backend);
      await backend.client().auth.resetPasswordForEmail(user.email, { redirectTo: OTHER_ALLOWED_ORIGIN });
      const { tokenHash: token, redirectTo } = findLastLink(user.email);
      expect((await openLink({ token, type: "recovery" }, "HEAD")).status).toBe(405);
      const first = await openLink({ token, type: "recovery", redirect_to: redirectTo });
      const redirect = new URL(first.headers.get("location") ?? "");
      const fragment = new URLSearchParams(redirect.hash.slice(1));
      expect(redirect.origin).toBe(OTHER_ALLOWED_ORIGIN);
      expect(fragment.get("type")).toBe("recovery");
      expect(await backend.supabase.verifyAccessToken(fragment.get("access_token") ?? "")).toMatchObject({
        sub: user.id,
      });
      const second = await openLink({ token, type: "recovery", redirect_to: redirectTo });
      expect(new URL(second.headers.get("location") ?? "").hash).toContain("error_code=otp_expired");
    });
  });

  // See https://supabase.com/docs/reference/javascript/auth-admin-generatelink.
  describe("links generated with the secret key", () => {
    test("are returned, not emailed", async () => {
      const user = await createTestUser(backend);
      const { data, error } = await backend.serviceClient().auth.admin.generateLink({
        type: "recovery",
        email: user.email,
        options: { redirectTo: `${backend.url}/reset-password` },
      });
      expect(error).toBeNull();
      expect(data.user?.id).toBe(user.id);
      expect(data.properties).toMatchObject({
        verification_type: "recovery",
        redirect_to: `${backend.url}/reset-password`,
      });
      expect(data.properties?.action_link.startsWith(`${backend.url}/auth/v1/verify?`)).toBe(true);
      expect(emailsTo(user.email)).toEqual([]);
      expect((await verify("recovery", data.properties?.hashed_token ?? "")).error).toBeNull();
    });

    test.each([
      ["signup", { password: "a good passphrase" }],
      ["invite", {}],
    ] as const)("of type %s create the account", async (type, options) => {
      const email = `generated-${type}@example.com`;
      const { data, error } = await backend
        .serviceClient()
        .auth.admin.generateLink({ type, email, ...options } as never);
      expect(error).toBeNull();
      expect((await verify(type, data.properties?.hashed_token ?? "")).data.user?.email).toBe(email);
    });

    // See Supabase docs, auth/debugging/error-codes: user_not_found, email_exists.
    test("are rejected if they do not match the account", async () => {
      const admin = backend.serviceClient().auth.admin;
      const user = await createTestUser(backend);
      const unknown = await admin.generateLink({ type: "magiclink", email: "unknown@example.com" });
      expect(unknown.error).toMatchObject({ code: "user_not_found", status: 404 });
      const invited = await admin.generateLink({ type: "invite", email: user.email });
      expect(invited.error).toMatchObject({ code: "email_exists", status: 422 });
      const changed = await admin.generateLink({
        type: "email_change_new",
        email: user.email,
        newEmail: `moved-${user.email}`,
      });
      const used = await verify("email_change", changed.data.properties?.hashed_token ?? "");
      expect(used.data.user?.email).toBe(`moved-${user.email}`);
    });
  });

  // Not in Supabase Auth: ASVS 5.0, 7.5.1.
  test("requires a recent sign-in to change the email or password, but not metadata", async () => {
    const user = await createTestUser(backend);
    const client = await signInAs(backend, user);
    backend.advanceClock(15 * MINUTE_MS + 1);
    const rejected = await client.auth.updateUser({ email: `moved-${user.email}` });
    expect(rejected.error).toMatchObject({ code: "reauthentication_needed", status: 403 });
    expect(emailsTo(user.email)).toEqual([]);
    expect((await client.auth.updateUser({ password: "another passphrase" })).error).toMatchObject({
      code: "reauthentication_needed",
      status: 403,
    });
    expect((await client.auth.updateUser({ data: { nickname: "Ada" } })).error).toBeNull();
    await client.auth.signInWithPassword(user);
    expect((await client.auth.updateUser({ email: `moved-${user.email}` })).error).toBeNull();
  });

  test("a session from a recovery link can set a password for one day", async () => {
    const user = await createTestUser(backend);
    await backend.client().auth.resetPasswordForEmail(user.email);
    const client = backend.client();
    await client.auth.verifyOtp({ type: "recovery", token_hash: findLastLink(user.email).tokenHash });
    backend.advanceClock(20 * MINUTE_MS);
    expect((await client.auth.updateUser({ password: "another passphrase" })).error).toBeNull();
    backend.advanceClock(24 * 60 * MINUTE_MS);
    await client.auth.refreshSession();
    expect((await client.auth.updateUser({ password: "one more passphrase" })).error?.status).toBe(403);
  });

  // See https://supabase.com/docs/guides/auth/passwords, "Secure password change": a nonce after 24 hours.
  test("an older session requires the emailed nonce to change the password", async () => {
    const user = await createTestUser(backend);
    const client = await signInAs(backend, user);
    backend.advanceClock(25 * 60 * MINUTE_MS);
    await client.auth.refreshSession();
    const changePassword = (nonce?: string) =>
      client.auth.updateUser({ password: "changed passphrase", nonce });
    expect((await changePassword()).error).toMatchObject({ code: "reauthentication_needed", status: 403 });
    expect((await client.auth.reauthenticate()).error).toBeNull();
    expect((await client.auth.reauthenticate()).error).toMatchObject({
      code: "over_email_send_rate_limit",
      status: 429,
    });
    expect((await changePassword("a guess")).error).toMatchObject({
      code: "reauthentication_not_valid",
      status: 422,
    });
    const message = emailsTo(user.email).at(-1);
    const nonce = message?.kind === "reauthentication" ? message.nonce : "";
    // Short enough to type, in any case and with or without the hyphen.
    expect(nonce).toMatch(/^[\dA-Z-]{6,9}$/);
    expect((await changePassword(nonce.toLowerCase().replace("-", " "))).error).toBeNull();
  });
});

function readError(response: Response): { status: number; code: string | null } {
  return { status: response.status, code: response.headers.get("x-sb-error-code") };
}
