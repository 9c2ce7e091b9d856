import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AccountEmail } from "#src/index.ts";
import {
  AUTH_TARGETS,
  createTestUser,
  signInAs,
  startTestBackend,
  type TestBackend,
  type TestUser,
} from "#src/test-support/test-backend.ts";

type LinkEmail = Extract<AccountEmail, { tokenHash: string }>;
type RequestedType = "recovery" | "magiclink";

const MINUTE_MS = 60_000;
const EXPIRED = { code: "otp_expired", status: 403 };

// Project choice: anyone can request a link for any address, so a request must not revoke the links that the user already
// has. Supabase Auth stores one recovery or sign-in link per user and replaces it.
describe.each(AUTH_TARGETS)("older links on $name", (target) => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());

  const findTokens = (address: string, type: LinkEmail["type"]): string[] =>
    backend.emails
      .filter(
        (email): email is LinkEmail => email.to === address && "tokenHash" in email && email.type === type,
      )
      .map(({ tokenHash }) => tokenHash);
  /** Requests links one minute apart, and returns their tokens. */
  const requestLinks = async (user: TestUser, type: RequestedType, count: number): Promise<string[]> => {
    for (let request = 0; request < count; request += 1) {
      const { auth } = backend.client();
      await (type === "recovery"
        ? auth.resetPasswordForEmail(user.email)
        : auth.signInWithOtp({ email: user.email }));
      backend.advanceClock(MINUTE_MS);
    }
    return findTokens(user.email, type);
  };
  const verify = async (type: LinkEmail["type"], token: string | undefined) =>
    (await backend.client().auth.verifyOtp({ type, token_hash: token ?? "" })).error;

  describe.each(["recovery", "magiclink"] as const)("of type %s", (type) => {
    test("stay valid until one of them is used", async () => {
      const user = await createTestUser(backend);
      const [first, second, third] = await requestLinks(user, type, 3);
      expect(await verify(type, second)).toBeNull();
      for (const token of [first, second, third]) {
        expect(await verify(type, token)).toMatchObject(EXPIRED);
      }
    });

    test("are used by only one of two concurrent requests", async () => {
      const tokens = await requestLinks(await createTestUser(backend), type, 2);
      const errors = await Promise.all(tokens.map((token) => verify(type, token)));
      expect(errors.filter((error) => error === null)).toHaveLength(1);
    });

    test("are revoked by a new password", async () => {
      const user = await createTestUser(backend);
      const tokens = await requestLinks(user, type, 2);
      const client = await signInAs(backend, user);
      expect((await client.auth.updateUser({ password: "another passphrase" })).error).toBeNull();
      for (const token of tokens) {
        expect(await verify(type, token)).toMatchObject(EXPIRED);
      }
    });

    test("are revoked by a password that is set with the secret key", async () => {
      const user = await createTestUser(backend);
      const tokens = await requestLinks(user, type, 2);
      await backend.serviceClient().auth.admin.updateUserById(user.id, { password: "another passphrase" });
      for (const token of tokens) {
        expect(await verify(type, token)).toMatchObject(EXPIRED);
      }
    });

    test("expire separately", async () => {
      const [first, second] = await requestLinks(await createTestUser(backend), type, 2);
      backend.advanceClock(59 * MINUTE_MS - 1000);
      // The expired link does not revoke the valid one.
      expect(await verify(type, first)).toMatchObject(EXPIRED);
      expect(await verify(type, second)).toBeNull();
    });
  });

  test("of one kind are neither revoked nor delayed by those of the other kind", async () => {
    const user = await createTestUser(backend);
    const requestBoth = async () => {
      await backend.client().auth.signInWithOtp({ email: user.email });
      await backend.client().auth.resetPasswordForEmail(user.email);
    };
    await requestBoth();
    const [recovery] = findTokens(user.email, "recovery");
    const [magicLink] = findTokens(user.email, "magiclink");
    expect(await verify("magiclink", magicLink)).toBeNull();
    expect(await verify("recovery", recovery)).toBeNull();
  });

  // The user object contains the time of the last email of either kind, as in Supabase Auth.
  test("of both kinds set recovery_sent_at", async () => {
    const user = await createTestUser(backend);
    const readSentAt = async () =>
      (await backend.serviceClient().auth.admin.getUserById(user.id)).data.user?.recovery_sent_at;
    await requestLinks(user, "recovery", 1);
    const recoverySentAt = await readSentAt();
    await requestLinks(user, "magiclink", 1);
    expect(Date.parse((await readSentAt()) ?? "")).toBeGreaterThan(Date.parse(recoverySentAt ?? ""));
  });

  test("stay valid after a link is generated with the secret key", async () => {
    const user = await createTestUser(backend);
    const [token] = await requestLinks(user, "recovery", 1);
    await backend.serviceClient().auth.admin.generateLink({ type: "recovery", email: user.email });
    expect(await verify("recovery", token)).toBeNull();
  });

  // An administrator who sends a new invitation may want to revoke the older one. Anyone can call /resend.
  test("of an invitation are revoked by a new invitation, but not by a resent one", async () => {
    const email = "invited-again@example.com";
    const invite = () => backend.serviceClient().auth.admin.inviteUserByEmail(email);
    await invite();
    await invite();
    backend.advanceClock(MINUTE_MS);
    expect((await backend.client().auth.resend({ type: "signup", email })).error).toBeNull();
    const [first, second, resent] = findTokens(email, "invite");
    expect(resent).toBeDefined();
    expect(await verify("invite", first)).toMatchObject(EXPIRED);
    expect(await verify("invite", second)).toBeNull();
    expect(await verify("invite", resent)).toMatchObject(EXPIRED);
  });
});
