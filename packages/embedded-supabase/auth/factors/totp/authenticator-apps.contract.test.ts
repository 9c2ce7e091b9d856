import type { AuthChangeEvent } from "@supabase/supabase-js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createUserWithApp, enrollApp, getClaims, verifyWithApp } from "#src/test-support/second-factor.ts";
import {
  AUTH_TARGETS,
  createTestUser,
  signInAs,
  startIsolatedBackend,
  startTestBackend,
  type TestBackend,
} from "#src/test-support/test-backend.ts";

// Response shapes and error codes: supabase/auth, internal/api/mfa.go and mfa_test.go; supabase-js,
// GoTrueMFAApi; see https://supabase.com/docs/guides/auth/auth-mfa/totp
describe.each(AUTH_TARGETS)("authenticator apps on $name", (target) => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());

  const createSignedInClient = async () => signInAs(backend, await createTestUser(backend));
  const createChallenge = async (
    client: Awaited<ReturnType<typeof createSignedInClient>>,
    factorId: string,
  ) => {
    const { data, error } = await client.auth.mfa.challenge({ factorId });
    if (error) {
      throw error;
    }
    return data;
  };

  // mfa_test.go, TestEnrollFactor
  test("enrollment returns the secret, URI and QR code, and the factor is not active yet", async () => {
    const client = await createSignedInClient();
    const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    expect(error).toBeNull();
    expect(data).toMatchObject({ type: "totp", friendly_name: "Phone" });
    expect(data?.totp.uri).toContain(`secret=${data?.totp.secret}`);
    expect(data?.totp.uri).toContain(`issuer=${encodeURIComponent(new URL(backend.url).host)}`);
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>\n?$/);
    const { data: listed } = await client.auth.mfa.listFactors();
    expect(listed).toMatchObject({
      totp: [],
      all: [{ id: data?.id, status: "unverified", factor_type: "totp" }],
    });
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal1",
    });
  });

  // mfa_test.go, TestMFAVerifyFactor; docs, "Add enforcement"
  test("a correct code verifies the factor, elevates the session and notifies supabase-js", async () => {
    const client = await createSignedInClient();
    const app = await enrollApp(backend, client);
    const events: AuthChangeEvent[] = [];
    client.auth.onAuthStateChange((event) => {
      events.push(event);
    });
    const challenge = await createChallenge(client, app.factorId);
    expect(challenge.type).toBe("totp");
    expect(challenge.expires_at * 1000 - backend.now().getTime()).toBeGreaterThan(295_000);
    const { data, error } = await client.auth.mfa.verify({
      factorId: app.factorId,
      challengeId: challenge.id,
      code: app.code(),
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ token_type: "bearer", expires_in: 3600 });
    expect(data?.user.factors).toMatchObject([{ id: app.factorId, status: "verified" }]);
    expect(events).toContain("MFA_CHALLENGE_VERIFIED");
    const claims = await getClaims(backend, client);
    expect(claims.aal).toBe("aal2");
    expect(claims.amr.map(({ method }) => method).sort()).toEqual(["password", "totp"]);
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: app.factorId }]);
  });

  // docs, getAuthenticatorAssuranceLevel
  test("the next sign-in is at aal1 and reports aal2 as the next level", async () => {
    const { user } = await createUserWithApp(backend);
    const client = await signInAs(backend, user);
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
      currentAuthenticationMethods: [{ method: "password" }],
    });
  });

  // mfa_test.go, TestSessionsMaintainAALOnRefresh
  test("a refresh keeps the assurance level", async () => {
    const { client } = await createUserWithApp(backend);
    expect((await client.auth.refreshSession()).error).toBeNull();
    const claims = await getClaims(backend, client);
    expect(claims.aal).toBe("aal2");
    expect(claims.amr).toHaveLength(2);
  });

  // mfa_test.go, TestMFAVerifyFactor: "Ensure alternate session has been deleted"
  test("ends the account's other aal1 sessions and keeps its aal2 sessions", async () => {
    const { user, client: first, app } = await createUserWithApp(backend);
    const [second, third] = [await signInAs(backend, user), await signInAs(backend, user)];
    await verifyWithApp(second, app);
    expect((await first.auth.getUser()).error).toBeNull();
    expect((await second.auth.getUser()).error).toBeNull();
    expect((await third.auth.getUser()).error).not.toBeNull();
    expect((await third.auth.refreshSession()).error).not.toBeNull();
  });

  test("revokes the earlier refresh token, but lets a tab that still uses it refresh for 10 seconds", async () => {
    const client = await createSignedInClient();
    const before = (await client.auth.getSession()).data.session?.refresh_token ?? "";
    const app = await enrollApp(backend, client);
    await verifyWithApp(client, app);
    const refresh = () => backend.client().auth.refreshSession({ refresh_token: before });
    const [firstRefresh, secondRefresh] = await Promise.all([refresh(), refresh()]);
    expect(firstRefresh.error).toBeNull();
    expect(secondRefresh.data.session?.refresh_token).toBe(firstRefresh.data.session?.refresh_token);
    expect((await client.auth.refreshSession()).error).toBeNull();
    backend.advanceClock(11_000);
    expect((await refresh()).error?.code).toBe("refresh_token_already_used");
    expect((await client.auth.getUser()).error).not.toBeNull();
  });

  describe("codes", () => {
    test.each([-1, 1])("from time step %i are accepted to allow for clock drift", async (step) => {
      const client = await createSignedInClient();
      const app = await enrollApp(backend, client);
      backend.advanceClock(step * 30_000);
      const code = app.code();
      backend.advanceClock(step * -30_000);
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId: app.factorId, code });
      expect(error).toBeNull();
    });

    // mfa_test.go, TestMFAVerifyFactor: "Invalid code and valid challenge"
    test("that are wrong are rejected, and the challenge still accepts the correct code", async () => {
      const client = await createSignedInClient();
      const app = await enrollApp(backend, client);
      const { id: challengeId } = await createChallenge(client, app.factorId);
      const submitCode = (code: string) =>
        client.auth.mfa.verify({ factorId: app.factorId, challengeId, code });
      const wrong = String((Number(app.code()) + 1) % 1e6).padStart(6, "0");
      expect((await submitCode(wrong)).error).toMatchObject({ code: "mfa_verification_failed", status: 422 });
      expect((await submitCode("")).error).toMatchObject({ code: "validation_failed", status: 400 });
      expect((await submitCode(app.code())).error).toBeNull();
    });

    test("can be used only once, even under concurrent requests", async () => {
      const { user, client, app } = await createUserWithApp(backend);
      const code = app.nextCode();
      const [firstClient, secondClient] = [await signInAs(backend, user), await signInAs(backend, user)];
      const submitCode = (session: typeof firstClient) =>
        session.auth.mfa.challengeAndVerify({ factorId: app.factorId, code });
      const responses = await Promise.all([submitCode(firstClient), submitCode(secondClient)]);
      expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
      expect((await submitCode(client)).error?.code).toBe("mfa_verification_failed");
    });
  });

  describe("challenges", () => {
    // mfa_test.go, TestMFAVerifyFactor: "Valid code and expired challenge"
    test("expire after 5 minutes and are deleted", async () => {
      const client = await createSignedInClient();
      const app = await enrollApp(backend, client);
      const { id: challengeId } = await createChallenge(client, app.factorId);
      backend.advanceClock(5 * 60_000);
      const submitCode = () =>
        client.auth.mfa.verify({ factorId: app.factorId, challengeId, code: app.code() });
      expect((await submitCode()).error).toMatchObject({ code: "mfa_challenge_expired", status: 422 });
      expect((await submitCode()).error).toMatchObject({ code: "mfa_factor_not_found", status: 422 });
    });

    test("can be used only once, and only from the address that requested them", async () => {
      const { client, app } = await createUserWithApp(backend);
      const { id: challengeId } = await createChallenge(client, app.factorId);
      const verifyChallenge = (id: string) =>
        client.auth.mfa.verify({ factorId: app.factorId, challengeId: id, code: app.nextCode() });
      expect((await verifyChallenge(challengeId)).error).toBeNull();
      const alreadyUsed = { code: "mfa_ip_address_mismatch", status: 422 };
      expect((await verifyChallenge(challengeId)).error).toMatchObject(alreadyUsed);
      const otherAddress = (await createChallenge(client, app.factorId)).id;
      await backend.database.pool.query(
        "update auth.mfa_challenges set ip_address = '192.0.2.1' where id = $1",
        [otherAddress],
      );
      expect((await verifyChallenge(otherAddress)).error).toMatchObject(alreadyUsed);
    });

    test("cannot be used for another factor or another user", async () => {
      const { client, app } = await createUserWithApp(backend);
      const otherClient = await createSignedInClient();
      const otherApp = await enrollApp(backend, otherClient);
      const notFound = { code: "mfa_factor_not_found", status: 404 };
      expect((await otherClient.auth.mfa.challenge({ factorId: app.factorId })).error).toMatchObject(
        notFound,
      );
      expect((await otherClient.auth.mfa.unenroll({ factorId: app.factorId })).error).toMatchObject(notFound);
      const { id: challengeId } = await createChallenge(client, app.factorId);
      const { error } = await otherClient.auth.mfa.verify({
        factorId: otherApp.factorId,
        challengeId,
        code: otherApp.code(),
      });
      expect(error).toMatchObject({ code: "mfa_factor_not_found", status: 422 });
      expect((await otherClient.auth.mfa.challenge({ factorId: "nonsense" })).error?.status).toBe(404);
    });
  });

  describe("enrollment", () => {
    const enroll = (client: Awaited<ReturnType<typeof createSignedInClient>>, friendlyName: string) =>
      client.auth.mfa.enroll({ factorType: "totp", friendlyName });

    // mfa_test.go, TestDuplicateTOTPEnrollsReturnExpectedMessage
    test("rejects two factors with the same name, but allows two without a name", async () => {
      const client = await createSignedInClient();
      await enroll(client, "Phone");
      expect((await enroll(client, "Phone")).error).toMatchObject({
        code: "mfa_factor_name_conflict",
        status: 422,
        message: 'A factor with the friendly name "Phone" for this user already exists',
      });
      expect((await enroll(client, "")).error).toBeNull();
      expect((await enroll(client, "")).error).toBeNull();
    });

    // mfa.go, validateFactors; mfa_test.go, TestMultipleEnrollsCleanupExpiredFactors
    test("rejects an 11th factor until the unfinished enrollments are 5 minutes old", async () => {
      const client = await createSignedInClient();
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, index) => enroll(client, `App ${index}`)),
      );
      const rejected = responses.map(({ error }) => error?.code).filter(Boolean);
      expect(rejected).toEqual(Array(2).fill("too_many_enrolled_mfa_factors"));
      backend.advanceClock(5 * 60_000 + 1);
      expect((await enroll(client, "One more")).error).toBeNull();
      expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1);
    });

    // mfa.go, validateFactors: "AAL2 required to enroll a new factor"
    test("requires aal2 if the user has a verified factor, even to finish an earlier enrollment", async () => {
      const user = await createTestUser(backend);
      const [owner, attacker] = [await signInAs(backend, user), await signInAs(backend, user)];
      const attackerFactor = await attacker.auth.mfa.enroll({
        factorType: "webauthn",
        friendlyName: "Planted",
      });
      const app = await enrollApp(backend, owner);
      await verifyWithApp(owner, app);
      const laterSession = await signInAs(backend, user);
      const insufficient = { code: "insufficient_aal", status: 403 };
      expect((await enroll(laterSession, "Second")).error).toMatchObject(insufficient);
      const continuation = await laterSession.auth.mfa.challenge({
        factorId: attackerFactor.data?.id ?? "",
        webauthn: { rpId: "127.0.0.1" },
      });
      expect(continuation.error).toMatchObject(insufficient);
      expect((await enroll(owner, "Second")).error).toBeNull();
    });

    test.each([
      [{ factor_type: "phone", phone: "+15550100" }, 422, "mfa_phone_enroll_not_enabled"],
      [{ factor_type: "retina" }, 400, "validation_failed"],
      [{}, 400, "validation_failed"],
      [{ factor_type: "totp", issuer: "i".repeat(101) }, 400, "validation_failed"],
    ])("rejects %j", async (body, status, code) => {
      const client = await createSignedInClient();
      const token = (await client.auth.getSession()).data.session?.access_token;
      const response = await fetch(`${backend.url}/auth/v1/factors`, {
        method: "POST",
        headers: {
          apikey: backend.publishableKey,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ error_code: code });
    });

    test("responds with a client error to every malformed body", async () => {
      const client = await createSignedInClient();
      const app = await enrollApp(backend, client);
      const token = (await client.auth.getSession()).data.session?.access_token;
      const send = (path: string, body: string) =>
        fetch(`${backend.url}/auth/v1/factors/${app.factorId}${path}`, {
          method: "POST",
          headers: {
            apikey: backend.publishableKey,
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
          },
          body,
        });
      await fc.assert(
        fc.asyncProperty(
          fc.record(
            {
              challenge_id: fc.oneof(fc.uuid(), fc.jsonValue()),
              code: fc.oneof(fc.stringMatching(/^[0-9 ]{0,8}$/), fc.jsonValue()),
              webauthn: fc.jsonValue(),
            },
            { requiredKeys: [] },
          ),
          async (body) => {
            const response = await send("/verify", JSON.stringify(body));
            expect(response.status).toBeGreaterThanOrEqual(400);
            expect(response.status).toBeLessThan(500);
          },
        ),
        { numRuns: 60 },
      );
    });

    test("encrypts the secret in the database, and returns it only once", async () => {
      const { user, client, app } = await createUserWithApp(backend);
      const { rows } = await backend.database.pool.query(
        "select secret from auth.mfa_factors where id = $1",
        [app.factorId],
      );
      expect(rows[0].secret).toContain("aes-gcm-hkdf");
      expect(rows[0].secret).not.toContain(app.secret);
      const responses = [
        await client.auth.getUser(),
        await backend.serviceClient().auth.admin.getUserById(user.id),
      ];
      expect(JSON.stringify(responses)).not.toContain(app.secret);
      expect(JSON.stringify(responses)).not.toContain("aes-gcm-hkdf");
    });
  });

  // Not in Supabase Auth: an attacker who knows only the password must not end sessions or change metadata.
  describe("a session at aal1 of a user with a verified factor", () => {
    test.each(["global", "others"] as const)("cannot end sessions with scope %s", async (scope) => {
      const { user, client } = await createUserWithApp(backend);
      const aal1Client = await signInAs(backend, user);
      expect((await aal1Client.auth.signOut({ scope })).error).toMatchObject({
        code: "insufficient_aal",
        status: 422,
      });
      expect((await client.auth.getUser()).error).toBeNull();
      expect((await aal1Client.auth.getUser()).error).toBeNull();
      expect((await client.auth.signOut({ scope })).error).toBeNull();
    });

    test("can sign itself out", async () => {
      const { user, client } = await createUserWithApp(backend);
      const aal1Client = await signInAs(backend, user);
      const token = (await aal1Client.auth.getSession()).data.session?.access_token ?? "";
      expect((await aal1Client.auth.signOut({ scope: "local" })).error).toBeNull();
      expect((await backend.client().auth.getUser(token)).error?.name).toBe("AuthSessionMissingError");
      expect((await client.auth.getUser()).error).toBeNull();
    });

    test("cannot change metadata", async () => {
      const { user, client } = await createUserWithApp(backend);
      const aal1Client = await signInAs(backend, user);
      const update = { data: { name: "Mallory" } };
      expect((await aal1Client.auth.updateUser(update)).error).toMatchObject({ code: "insufficient_aal" });
      expect((await client.auth.updateUser(update)).data.user?.user_metadata).toMatchObject(update.data);
    });
  });

  describe("factor removal", () => {
    // mfa_test.go, TestUnenrollVerifiedFactor
    test("requires aal2 for a verified factor, and lowers its sessions to aal1", async () => {
      const { user, client, app } = await createUserWithApp(backend);
      const aal1Client = await signInAs(backend, user);
      expect((await aal1Client.auth.mfa.unenroll({ factorId: app.factorId })).error).toMatchObject({
        code: "insufficient_aal",
        status: 422,
      });
      expect((await client.auth.mfa.unenroll({ factorId: app.factorId })).data).toEqual({ id: app.factorId });
      expect((await getClaims(backend, client)).aal).toBe("aal1");
      await client.auth.refreshSession();
      const claims = await getClaims(backend, client);
      expect(claims).toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
      expect((await client.auth.getUser()).data.user?.factors).toBeUndefined();
    });

    // Not in Supabase Auth: ASVS 5.0, 7.5.1.
    test("requires a recent sign-in, like enrollment, and a refresh does not count as a sign-in", async () => {
      const isolatedBackend = await startIsolatedBackend(target, { rateLimitScale: 1000 });
      const { user, client, app } = await createUserWithApp(isolatedBackend);
      const enrollTablet = () => client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Tablet" });
      isolatedBackend.advanceClock(14 * 60_000);
      expect((await enrollTablet()).error).toBeNull();
      isolatedBackend.advanceClock(60_000);
      await client.auth.refreshSession();
      const rejection = { code: "reauthentication_needed", status: 403 };
      expect((await enrollTablet()).error).toMatchObject(rejection);
      expect((await client.auth.mfa.unenroll({ factorId: app.factorId })).error).toMatchObject(rejection);
      await client.auth.signInWithPassword(user);
      await verifyWithApp(client, app);
      expect((await client.auth.mfa.unenroll({ factorId: app.factorId })).error).toBeNull();
    });

    // mfa_test.go, TestUnenrollUnverifiedFactor
    test("requires only a session for an unverified factor", async () => {
      const client = await createSignedInClient();
      const app = await enrollApp(backend, client);
      expect((await client.auth.mfa.unenroll({ factorId: app.factorId })).error).toBeNull();
    });
  });

  describe("guessing codes", () => {
    const guess = (
      client: Awaited<ReturnType<typeof createSignedInClient>>,
      factorId: string,
      code = "000000",
    ) => client.auth.mfa.challengeAndVerify({ factorId, code });

    test("locks an account's factors for 15 minutes after 10 wrong codes across its sessions", async () => {
      const isolatedBackend = await startIsolatedBackend(target);
      const { user, app } = await createUserWithApp(isolatedBackend);
      const client = await signInAs(isolatedBackend, user);
      const codes: unknown[] = [];
      for (let attempt = 0; attempt < 11; attempt += 1) {
        codes.push((await guess(client, app.factorId)).error?.code);
      }
      expect(codes).toEqual([...Array(10).fill("mfa_verification_failed"), "over_request_rate_limit"]);
      expect(
        isolatedBackend.signInAttempts.slice(-11).map(({ userId, outcome }) => [userId, outcome]),
      ).toEqual([...Array(10).fill([user.id, "wrong-factor"]), [user.id, "rate-limited"]]);
      isolatedBackend.advanceClock(61_000);
      const laterClient = await signInAs(isolatedBackend, user);
      expect((await guess(laterClient, app.factorId, app.nextCode())).error?.status).toBe(429);
      isolatedBackend.advanceClock(15 * 60_000);
      expect((await guess(laterClient, app.factorId, app.nextCode())).error).toBeNull();
    });

    // GoTrue's default limit for endpoints under /factors/{id} is 15 requests per minute.
    test("is limited to 15 challenges per minute, then gets 429 with Retry-After", async () => {
      const isolatedBackend = await startIsolatedBackend(target);
      const { client, app } = await createUserWithApp(isolatedBackend);
      isolatedBackend.advanceClock(61_000);
      const token = (await client.auth.getSession()).data.session?.access_token;
      const requestChallenge = () =>
        fetch(`${isolatedBackend.url}/auth/v1/factors/${app.factorId}/challenge`, {
          method: "POST",
          headers: { apikey: isolatedBackend.publishableKey, authorization: `Bearer ${token}` },
        });
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 15; attempt += 1) {
        statuses.push((await requestChallenge()).status);
      }
      expect(statuses).toEqual(Array(15).fill(200));
      const rejected = await requestChallenge();
      expect(rejected.status).toBe(429);
      expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
    });

    test("resets the failure count after a correct code", async () => {
      const isolatedBackend = await startIsolatedBackend(target);
      const { client, app } = await createUserWithApp(isolatedBackend);
      for (let round = 0; round < 3; round += 1) {
        isolatedBackend.advanceClock(61_000);
        for (let attempt = 0; attempt < 5; attempt += 1) {
          await guess(client, app.factorId);
        }
        expect((await guess(client, app.factorId, app.nextCode())).error).toBeNull();
      }
    });
  });
});
