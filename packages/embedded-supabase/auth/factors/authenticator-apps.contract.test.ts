import type { AuthChangeEvent } from "@supabase/supabase-js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aBackend,
  aBackendForThisTest,
  aPerson,
  type Backend,
  contractTargets,
  signedIn,
} from "#tests/support/contract.ts";
import { anApp, aPersonWithApp, claimsOf, raised } from "#tests/support/second-factor.ts";

// Shapes and codes: supabase/auth, internal/api/mfa.go and mfa_test.go; supabase-js, GoTrueMFAApi;
// https://supabase.com/docs/guides/auth/auth-mfa/totp
describe.each(contractTargets)("authenticator apps on $name", (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await aBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());

  const aClient = async () => signedIn(backend, await aPerson(backend));
  const challenged = async (client: Awaited<ReturnType<typeof aClient>>, factorId: string) => {
    const { data, error } = await client.auth.mfa.challenge({ factorId });
    if (error) throw error;
    return data;
  };

  // mfa_test.go, TestEnrollFactor
  test("an enrolment shows secret, address and QR code, and counts for nothing yet", async () => {
    const client = await aClient();
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
  test("a right code verifies the factor and raises the session, which supabase-js hears", async () => {
    const client = await aClient();
    const app = await anApp(backend, client);
    const events: AuthChangeEvent[] = [];
    client.auth.onAuthStateChange((event) => {
      events.push(event);
    });
    const challenge = await challenged(client, app.factorId);
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
    const claims = await claimsOf(backend, client);
    expect(claims.aal).toBe("aal2");
    expect(claims.amr.map(({ method }) => method).sort()).toEqual(["password", "totp"]);
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: app.factorId }]);
  });

  // docs, getAuthenticatorAssuranceLevel
  test("the next sign-in is at aal1 and told that aal2 is to come", async () => {
    const { person } = await aPersonWithApp(backend);
    const client = await signedIn(backend, person);
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
      currentAuthenticationMethods: [{ method: "password" }],
    });
  });

  // mfa_test.go, TestSessionsMaintainAALOnRefresh
  test("a refresh keeps the level", async () => {
    const { client } = await aPersonWithApp(backend);
    expect((await client.auth.refreshSession()).error).toBeNull();
    const claims = await claimsOf(backend, client);
    expect(claims.aal).toBe("aal2");
    expect(claims.amr).toHaveLength(2);
  });

  // mfa_test.go, TestMFAVerifyFactor: "Ensure alternate session has been deleted"
  test("the account's other sessions without second factor end, those with one go on", async () => {
    const { person, client: first, app } = await aPersonWithApp(backend);
    const [second, third] = [await signedIn(backend, person), await signedIn(backend, person)];
    await raised(second, app);
    expect((await first.auth.getUser()).error).toBeNull();
    expect((await second.auth.getUser()).error).toBeNull();
    expect((await third.auth.getUser()).error).not.toBeNull();
    expect((await third.auth.refreshSession()).error).not.toBeNull();
  });

  test("the refresh token from before is spent; a tab that was using it stays signed in for 10 seconds", async () => {
    const client = await aClient();
    const before = (await client.auth.getSession()).data.session?.refresh_token ?? "";
    const app = await anApp(backend, client);
    await raised(client, app);
    const refresh = () => backend.client().auth.refreshSession({ refresh_token: before });
    const [one, other] = await Promise.all([refresh(), refresh()]);
    expect(one.error).toBeNull();
    expect(other.data.session?.refresh_token).toBe(one.data.session?.refresh_token);
    expect((await client.auth.refreshSession()).error).toBeNull();
    backend.advance(11_000);
    expect((await refresh()).error?.code).toBe("refresh_token_already_used");
    expect((await client.auth.getUser()).error).not.toBeNull();
  });

  describe("codes", () => {
    test.each([-1, 1])("of step %i count: clocks differ", async (away) => {
      const client = await aClient();
      const app = await anApp(backend, client);
      backend.advance(away * 30_000);
      const code = app.code();
      backend.advance(away * -30_000);
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId: app.factorId, code });
      expect(error).toBeNull();
    });

    // mfa_test.go, TestMFAVerifyFactor: "Invalid code and valid challenge"
    test("that are wrong are refused, and the challenge stays open for the right one", async () => {
      const client = await aClient();
      const app = await anApp(backend, client);
      const { id: challengeId } = await challenged(client, app.factorId);
      const answer = (code: string) => client.auth.mfa.verify({ factorId: app.factorId, challengeId, code });
      const wrong = String((Number(app.code()) + 1) % 1e6).padStart(6, "0");
      expect((await answer(wrong)).error).toMatchObject({ code: "mfa_verification_failed", status: 422 });
      expect((await answer("")).error).toMatchObject({ code: "validation_failed", status: 400 });
      expect((await answer(app.code())).error).toBeNull();
    });

    test("work once, also when two come at the same moment", async () => {
      const { person, client, app } = await aPersonWithApp(backend);
      const code = app.nextCode();
      const [one, other] = [await signedIn(backend, person), await signedIn(backend, person)];
      const answer = (by: typeof one) => by.auth.mfa.challengeAndVerify({ factorId: app.factorId, code });
      const answers = await Promise.all([answer(one), answer(other)]);
      expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
      expect((await answer(client)).error?.code).toBe("mfa_verification_failed");
    });
  });

  describe("challenges", () => {
    // mfa_test.go, TestMFAVerifyFactor: "Valid code and expired challenge"
    test("end after 5 minutes, and are forgotten", async () => {
      const client = await aClient();
      const app = await anApp(backend, client);
      const { id: challengeId } = await challenged(client, app.factorId);
      backend.advance(5 * 60_000);
      const answer = () => client.auth.mfa.verify({ factorId: app.factorId, challengeId, code: app.code() });
      expect((await answer()).error).toMatchObject({ code: "mfa_challenge_expired", status: 422 });
      expect((await answer()).error).toMatchObject({ code: "mfa_factor_not_found", status: 422 });
    });

    test("are answered once, and from where they were asked", async () => {
      const { client, app } = await aPersonWithApp(backend);
      const { id: challengeId } = await challenged(client, app.factorId);
      const answer = (id: string) =>
        client.auth.mfa.verify({ factorId: app.factorId, challengeId: id, code: app.nextCode() });
      expect((await answer(challengeId)).error).toBeNull();
      const again = { code: "mfa_ip_address_mismatch", status: 422 };
      expect((await answer(challengeId)).error).toMatchObject(again);
      const elsewhere = (await challenged(client, app.factorId)).id;
      await backend.database.pool.query(
        "update auth.mfa_challenges set ip_address = '192.0.2.1' where id = $1",
        [elsewhere],
      );
      expect((await answer(elsewhere)).error).toMatchObject(again);
    });

    test("belong to one factor of one person", async () => {
      const { client, app } = await aPersonWithApp(backend);
      const other = await aClient();
      const otherApp = await anApp(backend, other);
      const notFound = { code: "mfa_factor_not_found", status: 404 };
      expect((await other.auth.mfa.challenge({ factorId: app.factorId })).error).toMatchObject(notFound);
      expect((await other.auth.mfa.unenroll({ factorId: app.factorId })).error).toMatchObject(notFound);
      const { id: challengeId } = await challenged(client, app.factorId);
      const { error } = await other.auth.mfa.verify({
        factorId: otherApp.factorId,
        challengeId,
        code: otherApp.code(),
      });
      expect(error).toMatchObject({ code: "mfa_factor_not_found", status: 422 });
      expect((await other.auth.mfa.challenge({ factorId: "nonsense" })).error?.status).toBe(404);
    });
  });

  describe("enrolling", () => {
    const enrol = (client: Awaited<ReturnType<typeof aClient>>, friendlyName: string) =>
      client.auth.mfa.enroll({ factorType: "totp", friendlyName });

    // mfa_test.go, TestDuplicateTOTPEnrollsReturnExpectedMessage
    test("two factors of one name is refused, two without a name is not", async () => {
      const client = await aClient();
      await enrol(client, "Phone");
      expect((await enrol(client, "Phone")).error).toMatchObject({
        code: "mfa_factor_name_conflict",
        status: 422,
        message: 'A factor with the friendly name "Phone" for this user already exists',
      });
      expect((await enrol(client, "")).error).toBeNull();
      expect((await enrol(client, "")).error).toBeNull();
    });

    // mfa.go, validateFactors; mfa_test.go, TestMultipleEnrollsCleanupExpiredFactors
    test("more than ten is refused until the unfinished ones are 5 minutes old", async () => {
      const client = await aClient();
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => enrol(client, `App ${index}`)),
      );
      const refused = answers.map(({ error }) => error?.code).filter(Boolean);
      expect(refused).toEqual(Array(2).fill("too_many_enrolled_mfa_factors"));
      backend.advance(5 * 60_000 + 1);
      expect((await enrol(client, "One more")).error).toBeNull();
      expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1);
    });

    // mfa.go, validateFactors: "AAL2 required to enroll a new factor"
    test("beside a verified factor needs aal2, and so does finishing an earlier enrolment", async () => {
      const person = await aPerson(backend);
      const [owner, stranger] = [await signedIn(backend, person), await signedIn(backend, person)];
      const planted = await stranger.auth.mfa.enroll({ factorType: "webauthn", friendlyName: "Planted" });
      const app = await anApp(backend, owner);
      await raised(owner, app);
      const back = await signedIn(backend, person);
      const insufficient = { code: "insufficient_aal", status: 403 };
      expect((await enrol(back, "Second")).error).toMatchObject(insufficient);
      const finish = await back.auth.mfa.challenge({
        factorId: planted.data?.id ?? "",
        webauthn: { rpId: "127.0.0.1" },
      });
      expect(finish.error).toMatchObject(insufficient);
      expect((await enrol(owner, "Second")).error).toBeNull();
    });

    test.each([
      [{ factor_type: "phone", phone: "+15550100" }, 422, "mfa_phone_enroll_not_enabled"],
      [{ factor_type: "retina" }, 400, "validation_failed"],
      [{}, 400, "validation_failed"],
      [{ factor_type: "totp", issuer: "i".repeat(101) }, 400, "validation_failed"],
    ])("%j is refused", async (body, status, code) => {
      const client = await aClient();
      const token = (await client.auth.getSession()).data.session?.access_token;
      const answer = await fetch(`${backend.url}/auth/v1/factors`, {
        method: "POST",
        headers: {
          apikey: backend.publishableKey,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ error_code: code });
    });

    test("whatever the body says gets a refusal of the sender", async () => {
      const client = await aClient();
      const app = await anApp(backend, client);
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
            const answer = await send("/verify", JSON.stringify(body));
            expect(answer.status).toBeGreaterThanOrEqual(400);
            expect(answer.status).toBeLessThan(500);
          },
        ),
        { numRuns: 60 },
      );
    });

    test("keeps the secret sealed in the database, and out of every answer after the first", async () => {
      const { person, client, app } = await aPersonWithApp(backend);
      const { rows } = await backend.database.pool.query(
        "select secret from auth.mfa_factors where id = $1",
        [app.factorId],
      );
      expect(rows[0].secret).toContain("aes-gcm-hkdf");
      expect(rows[0].secret).not.toContain(app.secret);
      const answers = [
        await client.auth.getUser(),
        await backend.service().auth.admin.getUserById(person.id),
      ];
      expect(JSON.stringify(answers)).not.toContain(app.secret);
      expect(JSON.stringify(answers)).not.toContain("aes-gcm-hkdf");
    });
  });

  describe("removing a factor", () => {
    // mfa_test.go, TestUnenrollVerifiedFactor
    test("that is verified needs aal2; its sessions fall back to aal1", async () => {
      const { person, client, app } = await aPersonWithApp(backend);
      const low = await signedIn(backend, person);
      expect((await low.auth.mfa.unenroll({ factorId: app.factorId })).error).toMatchObject({
        code: "insufficient_aal",
        status: 422,
      });
      expect((await client.auth.mfa.unenroll({ factorId: app.factorId })).data).toEqual({ id: app.factorId });
      expect((await claimsOf(backend, client)).aal).toBe("aal1");
      await client.auth.refreshSession();
      const claims = await claimsOf(backend, client);
      expect(claims).toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
      expect((await client.auth.getUser()).data.user?.factors).toBeUndefined();
    });

    // Not in Supabase Auth: ASVS 5.0, 7.5.1.
    test("or adding one needs a sign-in of the last 15 minutes, a renewed session is none", async () => {
      const own = await aBackendForThisTest(target, { rateLimitScale: 1000 });
      const { person, client, app } = await aPersonWithApp(own);
      const add = () => client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Tablet" });
      own.advance(14 * 60_000);
      expect((await add()).error).toBeNull();
      own.advance(60_000);
      await client.auth.refreshSession();
      const refusal = { code: "reauthentication_needed", status: 403 };
      expect((await add()).error).toMatchObject(refusal);
      expect((await client.auth.mfa.unenroll({ factorId: app.factorId })).error).toMatchObject(refusal);
      await client.auth.signInWithPassword(person);
      await raised(client, app);
      expect((await client.auth.mfa.unenroll({ factorId: app.factorId })).error).toBeNull();
    });

    // mfa_test.go, TestUnenrollUnverifiedFactor
    test("that is not verified needs no more than the session", async () => {
      const client = await aClient();
      const app = await anApp(backend, client);
      expect((await client.auth.mfa.unenroll({ factorId: app.factorId })).error).toBeNull();
    });
  });

  describe("guessing", () => {
    const guess = (by: Awaited<ReturnType<typeof aClient>>, factorId: string, code = "000000") =>
      by.auth.mfa.challengeAndVerify({ factorId, code });

    test("locks the account's factors after 10 wrong codes, whatever the session, for 15 minutes", async () => {
      const own = await aBackendForThisTest(target);
      const { person, app } = await aPersonWithApp(own);
      const client = await signedIn(own, person);
      const codes: unknown[] = [];
      for (let attempt = 0; attempt < 11; attempt += 1)
        codes.push((await guess(client, app.factorId)).error?.code);
      expect(codes).toEqual([...Array(10).fill("mfa_verification_failed"), "over_request_rate_limit"]);
      expect(own.attempts.slice(-11).map(({ userId, outcome }) => [userId, outcome])).toEqual([
        ...Array(10).fill([person.id, "wrong-factor"]),
        [person.id, "rate-limited"],
      ]);
      own.advance(61_000);
      const again = await signedIn(own, person);
      expect((await guess(again, app.factorId, app.nextCode())).error?.status).toBe(429);
      own.advance(15 * 60_000);
      expect((await guess(again, app.factorId, app.nextCode())).error).toBeNull();
    });

    // GoTrue's default for the endpoints below /factors/{id}: 15 a minute
    test("and asking are held to 15 a minute, and the answer says until when", async () => {
      const own = await aBackendForThisTest(target);
      const { client, app } = await aPersonWithApp(own);
      own.advance(61_000);
      const token = (await client.auth.getSession()).data.session?.access_token;
      const ask = () =>
        fetch(`${own.url}/auth/v1/factors/${app.factorId}/challenge`, {
          method: "POST",
          headers: { apikey: own.publishableKey, authorization: `Bearer ${token}` },
        });
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 15; attempt += 1) statuses.push((await ask()).status);
      expect(statuses).toEqual(Array(15).fill(200));
      const refused = await ask();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    });

    test("is forgotten after a right code", async () => {
      const own = await aBackendForThisTest(target);
      const { client, app } = await aPersonWithApp(own);
      for (let round = 0; round < 3; round += 1) {
        own.advance(61_000);
        for (let attempt = 0; attempt < 5; attempt += 1) await guess(client, app.factorId);
        expect((await guess(client, app.factorId, app.nextCode())).error).toBeNull();
      }
    });
  });
});
