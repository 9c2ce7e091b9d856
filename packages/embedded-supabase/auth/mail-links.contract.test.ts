import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AccountMail } from "#embedded-supabase/index.ts";
import {
  aBackend,
  aPerson,
  type Backend,
  contractTargets,
  otherAllowedOrigin,
  signedIn,
} from "#tests/support/contract.ts";

type LinkMail = Extract<AccountMail, { tokenHash: string }>;

const minute = 60_000;
const day = 24 * 60 * minute;

describe.each(contractTargets)("links sent by mail on $name", (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await aBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());

  const mailsTo = (address: string) => backend.mails.filter((mail) => mail.to === address);
  const linkTo = (address: string): LinkMail => {
    const mail = mailsTo(address).findLast((found): found is LinkMail => "tokenHash" in found);
    if (!mail) throw new Error(`no link was sent to ${address}`);
    return mail;
  };
  const claimsOf = async (client: ReturnType<Backend["client"]>) =>
    backend.supabase.verifyAccessToken((await client.auth.getSession()).data.session?.access_token ?? "");
  const verify = (type: LinkMail["type"] | "email", tokenHash: string) =>
    backend.client().auth.verifyOtp({ type, token_hash: tokenHash });
  const expired = { code: "otp_expired", status: 403 };

  describe("setting a new password", () => {
    // supabase.com/docs/guides/auth/passwords, "Resetting a password"; events as in
    // supabase.com/docs/reference/javascript/auth-onauthstatechange.
    test("goes from the forgotten one through PASSWORD_RECOVERY to the new one, and ends all other sessions", async () => {
      const person = await aPerson(backend);
      const elsewhere = await signedIn(backend, person);
      const asked = await backend.client().auth.resetPasswordForEmail(person.email, {
        redirectTo: `${backend.url}/reset-password`,
      });
      expect(asked).toEqual({ data: {}, error: null });
      const mail = linkTo(person.email);
      expect(mail).toMatchObject({
        kind: "recovery",
        userId: person.id,
        redirectTo: `${backend.url}/reset-password`,
      });

      const here = backend.client();
      const events: string[] = [];
      here.auth.onAuthStateChange((event) => {
        events.push(event);
      });
      const { data, error } = await here.auth.verifyOtp({ type: "recovery", token_hash: mail.tokenHash });
      expect(error).toBeNull();
      expect(data.user?.id).toBe(person.id);
      expect(events).toContain("PASSWORD_RECOVERY");
      // "recovery" is one of the methods listed in supabase.com/docs/guides/auth/jwt-fields.
      expect((await claimsOf(here))?.amr).toMatchObject([{ method: "recovery" }]);

      expect((await here.auth.updateUser({ password: "a fresh passphrase" })).error).toBeNull();
      expect(mailsTo(person.email).at(-1)?.kind).toBe("password_changed");
      expect((await elsewhere.auth.getUser()).error).not.toBeNull();
      expect((await here.auth.signOut({ scope: "global" })).error).toBeNull();
      expect(events.at(-1)).toBe("SIGNED_OUT");
      const sign = (password: string) =>
        backend.client().auth.signInWithPassword({ email: person.email, password });
      expect((await sign(person.password)).error?.code).toBe("invalid_credentials");
      expect((await sign("a fresh passphrase")).error).toBeNull();
    });

    // supabase/auth internal/api/verify.go: the code form needs the address it was sent to.
    test("works with the token and its address, and not with another's", async () => {
      const [person, other] = [await aPerson(backend), await aPerson(backend)];
      await backend.client().auth.resetPasswordForEmail(person.email);
      const { tokenHash: token } = linkTo(person.email);
      const use = (email: string) => backend.client().auth.verifyOtp({ type: "recovery", email, token });
      expect((await use(other.email)).error).toMatchObject(expired);
      expect((await use(person.email)).error).toBeNull();
    });

    test("leaves the password alone when it is among the commonest", async () => {
      const client = await signedIn(backend, await aPerson(backend));
      // supabase.com/docs/guides/auth/password-security: weak_password with its reasons.
      expect((await client.auth.updateUser({ password: "Password123" })).error).toMatchObject({
        code: "weak_password",
        reasons: ["pwned"],
      });
    });
  });

  describe("signing in by link", () => {
    // supabase.com/docs/guides/auth/auth-email-passwordless, shouldCreateUser.
    test("works for accounts there are, and makes none", async () => {
      const person = await aPerson(backend);
      const ask = (email: string) =>
        backend.client().auth.signInWithOtp({ email, options: { shouldCreateUser: true } });
      expect((await ask(person.email)).error).toBeNull();
      expect((await ask("stranger@example.com")).error).toBeNull();
      const { data } = await backend.service().auth.admin.listUsers();
      expect(data.users.map((user) => user.email)).not.toContain("stranger@example.com");
      expect(mailsTo("stranger@example.com")).toEqual([]);

      const client = backend.client();
      const { error } = await client.auth.verifyOtp({
        type: "email",
        token_hash: linkTo(person.email).tokenHash,
      });
      expect(error).toBeNull();
      expect((await claimsOf(client))?.amr).toMatchObject([{ method: "magiclink" }]);
    });

    // Ours: a link to sign in must not set a password; the digest includes what a token is for.
    test("a link of one kind is not one of another", async () => {
      const person = await aPerson(backend);
      await backend.client().auth.signInWithOtp({ email: person.email });
      const { tokenHash } = linkTo(person.email);
      expect((await verify("recovery", tokenHash)).error).toMatchObject(expired);
      expect((await verify("magiclink", tokenHash)).error).toBeNull();
    });
  });

  describe("invitations", () => {
    // supabase.com/docs/reference/javascript/auth-admin-inviteuserbyemail.
    test("make an account that cannot sign in until its link was used and a password set", async () => {
      const email = "invited@example.com";
      const { data, error } = await backend.service().auth.admin.inviteUserByEmail(email, {
        data: { name: "Ida" },
        redirectTo: `${backend.url}/reset-password`,
      });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email, user_metadata: { name: "Ida" } });
      expect(data.user?.invited_at).toEqual(expect.any(String));
      expect(data.user?.email_confirmed_at).toBeUndefined();
      const client = backend.client();
      const used = await client.auth.verifyOtp({ type: "invite", token_hash: linkTo(email).tokenHash });
      expect(used.error).toBeNull();
      expect(used.data.user?.email_confirmed_at).toEqual(expect.any(String));
      expect((await client.auth.updateUser({ password: "first passphrase" })).error).toBeNull();
      const signIn = await backend.client().auth.signInWithPassword({ email, password: "first passphrase" });
      expect(signIn.error).toBeNull();
      // supabase/auth internal/api/invite.go: a confirmed address cannot be invited.
      expect((await backend.service().auth.admin.inviteUserByEmail(email)).error).toMatchObject({
        code: "email_exists",
        status: 422,
      });
    });

    // Ours: two living invitations are one too many, and a day is too short for an invitation.
    test("sent again void the older link, and work for seven days", async () => {
      const email = "invited-twice@example.com";
      const invite = () => backend.service().auth.admin.inviteUserByEmail(email);
      const id = (await invite()).data.user?.id;
      const first = linkTo(email);
      expect((await invite()).data.user?.id).toBe(id);
      const second = linkTo(email);
      expect((await verify("invite", first.tokenHash)).error).toMatchObject(expired);
      backend.advance(7 * day - minute);
      expect((await verify("invite", second.tokenHash)).error).toBeNull();
    });

    // invite_test.go, TestInvite_WithoutAccess; auth/debugging/error-codes: not_admin.
    test("are refused to everybody without the secret key", async () => {
      const client = await signedIn(backend, await aPerson(backend, { role: "admin" }));
      const token = (await client.auth.getSession()).data.session?.access_token;
      const answer = await fetch(`${backend.url}/auth/v1/invite`, {
        method: "POST",
        headers: {
          apikey: backend.publishableKey,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
        },
        body: '{"email":"x@example.com"}',
      });
      expect(answerOf(answer)).toEqual({ status: 403, code: "not_admin" });
      expect((await backend.client().auth.admin.inviteUserByEmail("x@example.com")).error?.status).toBe(401);
    });
  });

  describe("a new e-mail address", () => {
    // supabase.com/docs/reference/javascript/auth-updateuser, "Update the email for an authenticated user".
    test("counts once confirmed from its mailbox, and the old mailbox is told", async () => {
      const person = await aPerson(backend);
      const client = await signedIn(backend, person);
      const wanted = `new-${person.email}`;
      const { data, error } = await client.auth.updateUser({ email: wanted.toUpperCase() });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email: person.email, new_email: wanted });
      expect(mailsTo(person.email).at(-1)).toMatchObject({ kind: "email_change_notice", newEmail: wanted });
      const sign = (email: string) =>
        backend.client().auth.signInWithPassword({ email, password: person.password });
      expect((await sign(wanted)).error?.code).toBe("invalid_credentials");

      const used = await verify("email_change", linkTo(wanted).tokenHash);
      expect(used.error).toBeNull();
      expect(used.data.user).toMatchObject({ email: wanted });
      expect(used.data.user?.new_email).toBeUndefined();
      expect(mailsTo(person.email).at(-1)).toMatchObject({ kind: "email_changed_notice", newEmail: wanted });
      expect((await sign(wanted)).error).toBeNull();
      expect((await sign(person.email)).error?.code).toBe("invalid_credentials");
    });

    // Ours: supabase/auth answers email_exists, which would list our accounts.
    test("that another account has gets no mail, and who asks is not told why", async () => {
      const [person, other] = [await aPerson(backend), await aPerson(backend)];
      const client = await signedIn(backend, person);
      const answer = await client.auth.updateUser({ email: other.email });
      expect(answer.error).toBeNull();
      expect(answer.data.user).toMatchObject({ email: person.email, new_email: other.email });
      expect(mailsTo(other.email)).toEqual([]);
    });

    // Ours: what a thief asked for must not undo what the owner has just set.
    test("is forgotten when the password changes before it was confirmed", async () => {
      const person = await aPerson(backend);
      const client = await signedIn(backend, person);
      await client.auth.updateUser({ email: `x-${person.email}` });
      const { tokenHash } = linkTo(`x-${person.email}`);
      await client.auth.updateUser({ password: "another passphrase" });
      expect((await verify("email_change", tokenHash)).error).toMatchObject(expired);
      expect((await client.auth.getUser()).data.user?.new_email).toBeUndefined();
    });

    // supabase.com/docs/reference/javascript/auth-resend.
    test("is mailed once more on request, and voids the older link", async () => {
      const person = await aPerson(backend);
      const client = await signedIn(backend, person);
      const wanted = `again-${person.email}`;
      await client.auth.updateUser({ email: wanted });
      const first = linkTo(wanted).tokenHash;
      backend.advance(2 * minute);
      expect((await client.auth.resend({ type: "email_change", email: person.email })).error).toBeNull();
      expect(mailsTo(wanted)).toHaveLength(2);
      expect((await verify("email_change", first)).error).toMatchObject(expired);
      expect((await verify("email_change", linkTo(wanted).tokenHash)).error).toBeNull();
    });
  });

  describe("a code for the browser that asked (PKCE)", () => {
    const codeClient = () =>
      createClient(backend.url, backend.publishableKey, {
        auth: { flowType: "pkce", persistSession: false, autoRefreshToken: false },
      });
    const follow = async (mail: LinkMail) => {
      const query = new URLSearchParams({
        token: mail.tokenHash,
        type: mail.type,
        redirect_to: mail.redirectTo,
      });
      const answer = await fetch(`${backend.url}/auth/v1/verify?${query}`, { redirect: "manual" });
      expect(answer.status).toBe(303);
      return new URL(answer.headers.get("location") ?? "");
    };

    // supabase.com/docs/guides/auth/sessions/pkce-flow.
    test("is exchanged there, once, and tells PASSWORD_RECOVERY", async () => {
      const person = await aPerson(backend);
      const client = codeClient();
      const events: string[] = [];
      client.auth.onAuthStateChange((event) => {
        events.push(event);
      });
      await client.auth.resetPasswordForEmail(person.email, { redirectTo: `${backend.url}/reset-password` });
      const back = await follow(linkTo(person.email));
      const code = back.searchParams.get("code") ?? "";
      expect(back.pathname).toBe("/reset-password");

      const { data, error } = await client.auth.exchangeCodeForSession(code);
      expect(error).toBeNull();
      expect(data.user?.id).toBe(person.id);
      expect(events).toContain("PASSWORD_RECOVERY");
      const again = await fetch(`${backend.url}/auth/v1/token?grant_type=pkce`, {
        method: "POST",
        headers: { apikey: backend.publishableKey, "content-type": "application/json" },
        body: JSON.stringify({ auth_code: code, code_verifier: "v".repeat(43) }),
      });
      expect(answerOf(again)).toEqual({ status: 404, code: "flow_state_not_found" });
    });

    // supabase.com/docs/guides/auth/debugging/error-codes: bad_code_verifier, flow_state_expired.
    test("is worth nothing to another browser, or after five minutes", async () => {
      const person = await aPerson(backend);
      const [asking, other] = [codeClient(), codeClient()];
      await asking.auth.signInWithOtp({ email: person.email });
      const stolen = (await follow(linkTo(person.email))).searchParams.get("code") ?? "";
      await other.auth.signInWithOtp({ email: "nobody@example.com" });
      expect((await other.auth.exchangeCodeForSession(stolen)).error?.code).toBe("bad_code_verifier");
      expect((await asking.auth.exchangeCodeForSession(stolen)).error?.code).toBe("flow_state_not_found");

      backend.advance(2 * minute);
      await asking.auth.signInWithOtp({ email: person.email });
      const late = (await follow(linkTo(person.email))).searchParams.get("code") ?? "";
      backend.advance(5 * minute);
      expect((await asking.auth.exchangeCodeForSession(late)).error?.code).toBe("flow_state_expired");
    });

    // auth/auth-email-templates: token_hash and verifyOtp, which need no code.
    test("is not needed where the page posts the link's token", async () => {
      const person = await aPerson(backend);
      await codeClient().auth.resetPasswordForEmail(person.email);
      expect((await verify("recovery", linkTo(person.email).tokenHash)).error).toBeNull();
    });
  });

  describe("the link that leads back by itself", () => {
    const open = (query: Record<string, string>, method = "GET") =>
      fetch(`${backend.url}/auth/v1/verify?${new URLSearchParams(query)}`, { redirect: "manual", method });

    // supabase.com/docs/guides/auth/sessions/implicit-flow.
    test("carries the session in the fragment, and an error there when it was used", async () => {
      const person = await aPerson(backend);
      await backend.client().auth.resetPasswordForEmail(person.email, { redirectTo: otherAllowedOrigin });
      const { tokenHash: token, redirectTo } = linkTo(person.email);
      expect((await open({ token, type: "recovery" }, "HEAD")).status).toBe(405);
      const first = await open({ token, type: "recovery", redirect_to: redirectTo });
      const back = new URL(first.headers.get("location") ?? "");
      const fragment = new URLSearchParams(back.hash.slice(1));
      expect(back.origin).toBe(otherAllowedOrigin);
      expect(fragment.get("type")).toBe("recovery");
      expect(await backend.supabase.verifyAccessToken(fragment.get("access_token") ?? "")).toMatchObject({
        sub: person.id,
      });
      const second = await open({ token, type: "recovery", redirect_to: redirectTo });
      expect(new URL(second.headers.get("location") ?? "").hash).toContain("error_code=otp_expired");
    });
  });

  // supabase.com/docs/reference/javascript/auth-admin-generatelink.
  describe("links made for the secret key", () => {
    test("are handed over, not mailed", async () => {
      const person = await aPerson(backend);
      const { data, error } = await backend.service().auth.admin.generateLink({
        type: "recovery",
        email: person.email,
        options: { redirectTo: `${backend.url}/reset-password` },
      });
      expect(error).toBeNull();
      expect(data.user?.id).toBe(person.id);
      expect(data.properties).toMatchObject({
        verification_type: "recovery",
        redirect_to: `${backend.url}/reset-password`,
      });
      expect(data.properties?.action_link.startsWith(`${backend.url}/auth/v1/verify?`)).toBe(true);
      expect(mailsTo(person.email)).toEqual([]);
      expect((await verify("recovery", data.properties?.hashed_token ?? "")).error).toBeNull();
    });

    test.each([
      ["signup", { password: "a good passphrase" }],
      ["invite", {}],
    ] as const)("of type %s make the account", async (type, more) => {
      const email = `generated-${type}@example.com`;
      const { data, error } = await backend
        .service()
        .auth.admin.generateLink({ type, email, ...more } as never);
      expect(error).toBeNull();
      expect((await verify(type, data.properties?.hashed_token ?? "")).data.user?.email).toBe(email);
    });

    // auth/debugging/error-codes: user_not_found, email_exists.
    test("fit the account, or are refused", async () => {
      const admin = backend.service().auth.admin;
      const person = await aPerson(backend);
      const nobody = await admin.generateLink({ type: "magiclink", email: "nobody@example.com" });
      expect(nobody.error).toMatchObject({ code: "user_not_found", status: 404 });
      const invited = await admin.generateLink({ type: "invite", email: person.email });
      expect(invited.error).toMatchObject({ code: "email_exists", status: 422 });
      const changed = await admin.generateLink({
        type: "email_change_new",
        email: person.email,
        newEmail: `moved-${person.email}`,
      });
      const used = await verify("email_change", changed.data.properties?.hashed_token ?? "");
      expect(used.data.user?.email).toBe(`moved-${person.email}`);
    });
  });

  // Not in Supabase Auth: ASVS 5.0, 7.5.1.
  test("another address or password needs a sign-in of the last 15 minutes, other facts do not", async () => {
    const person = await aPerson(backend);
    const client = await signedIn(backend, person);
    backend.advance(15 * minute + 1);
    const refused = await client.auth.updateUser({ email: `moved-${person.email}` });
    expect(refused.error).toMatchObject({ code: "reauthentication_needed", status: 403 });
    expect(mailsTo(person.email)).toEqual([]);
    expect((await client.auth.updateUser({ password: "another passphrase" })).error).toMatchObject({
      code: "reauthentication_needed",
      status: 403,
    });
    expect((await client.auth.updateUser({ data: { nickname: "Ada" } })).error).toBeNull();
    await client.auth.signInWithPassword(person);
    expect((await client.auth.updateUser({ email: `moved-${person.email}` })).error).toBeNull();
  });

  test("who opened the link for a new password may take their time over it, a day at most", async () => {
    const person = await aPerson(backend);
    await backend.client().auth.resetPasswordForEmail(person.email);
    const client = backend.client();
    await client.auth.verifyOtp({ type: "recovery", token_hash: linkTo(person.email).tokenHash });
    backend.advance(20 * minute);
    expect((await client.auth.updateUser({ password: "another passphrase" })).error).toBeNull();
    backend.advance(24 * 60 * minute);
    await client.auth.refreshSession();
    expect((await client.auth.updateUser({ password: "one more passphrase" })).error?.status).toBe(403);
  });

  // supabase.com/docs/guides/auth/passwords, "Secure password change": a nonce after 24 hours.
  test("an old session changes the password only with the nonce that was mailed", async () => {
    const person = await aPerson(backend);
    const client = await signedIn(backend, person);
    backend.advance(25 * 60 * minute);
    await client.auth.refreshSession();
    const change = (nonce?: string) => client.auth.updateUser({ password: "changed passphrase", nonce });
    expect((await change()).error).toMatchObject({ code: "reauthentication_needed", status: 403 });
    expect((await client.auth.reauthenticate()).error).toBeNull();
    expect((await client.auth.reauthenticate()).error).toMatchObject({
      code: "over_email_send_rate_limit",
      status: 429,
    });
    expect((await change("a guess")).error).toMatchObject({
      code: "reauthentication_not_valid",
      status: 422,
    });
    const mail = mailsTo(person.email).at(-1);
    expect((await change(mail?.kind === "reauthentication" ? mail.nonce : "")).error).toBeNull();
  });
});

function answerOf(answer: Response): { status: number; code: string | null } {
  return { status: answer.status, code: answer.headers.get("x-sb-error-code") };
}
