import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { getClaims } from "#src/test-support/second-factor.ts";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from "#src/test-support/software-authenticator.ts";
import {
  AUTH_TARGETS,
  createTestUser,
  signInAs,
  startTestBackend,
  type TestBackend,
} from "#src/test-support/test-backend.ts";

// Response shapes and error codes: supabase/auth, internal/api/mfa.go (challengeWebAuthnFactor,
// verifyWebAuthnFactor); supabase-js, lib/webauthn.ts; the checks:
// https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential and #sctn-verifying-assertion
describe.each(AUTH_TARGETS)("passkeys on $name", (target) => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());
  afterEach(() => vi.unstubAllGlobals());

  // A client can send any site, so the backend must ignore it.
  const spoofedSite = { rpId: "evil.example", rpOrigins: ["https://evil.example"] };

  const enroll = async (client: SupabaseClient) => {
    const { data, error } = await client.auth.mfa.enroll({ factorType: "webauthn", friendlyName: "Key" });
    if (error) {
      throw error;
    }
    return data.id;
  };
  const createChallenge = async (client: SupabaseClient, factorId: string) => {
    const { data, error } = await client.auth.mfa.challenge({ factorId, webauthn: spoofedSite });
    if (error) {
      throw error;
    }
    return data;
  };
  const register = async (client: SupabaseClient, factorId: string, key: SoftwareAuthenticator) => {
    const { id: challengeId, webauthn } = await createChallenge(client, factorId);
    const credential = key.create(webauthn.credential_options.publicKey);
    return client.auth.mfa.verify({
      factorId,
      challengeId,
      webauthn: { ...spoofedSite, type: "create", credential_response: credential },
    });
  };
  const authenticate = async (client: SupabaseClient, factorId: string, key: SoftwareAuthenticator) => {
    const { id: challengeId, webauthn } = await createChallenge(client, factorId);
    const credential = key.get(webauthn.credential_options.publicKey);
    return client.auth.mfa.verify({
      factorId,
      challengeId,
      webauthn: { ...spoofedSite, type: "request", credential_response: credential },
    });
  };
  const createUserWithKey = async () => {
    const user = await createTestUser(backend);
    const client = await signInAs(backend, user);
    const key = createSoftwareAuthenticator({ origin: backend.url });
    const factorId = await enroll(client);
    const { error } = await register(client, factorId, key);
    if (error) {
      throw error;
    }
    return { user, client, key, factorId };
  };
  const rejection = { code: "mfa_verification_failed", status: 422 };

  test("a new passkey is registered for this site and elevates the session", async () => {
    const client = await signInAs(backend, await createTestUser(backend));
    const factorId = await enroll(client);
    const { type, webauthn } = await createChallenge(client, factorId);
    expect(type).toBe("webauthn");
    expect(webauthn).toMatchObject({
      type: "create",
      credential_options: {
        publicKey: { rp: { id: "127.0.0.1" }, attestation: "none" },
      },
    });
    const { data, error } = await register(
      client,
      factorId,
      createSoftwareAuthenticator({ origin: backend.url }),
    );
    expect(error).toBeNull();
    expect(data?.user.factors).toMatchObject([{ id: factorId, status: "verified", factor_type: "webauthn" }]);
    const claims = await getClaims(backend, client);
    expect(claims.aal).toBe("aal2");
    expect(claims.amr.map(({ method }) => method).sort()).toEqual(["mfa/webauthn", "password"]);
  });

  test("a known passkey elevates the next session, and its counter is stored", async () => {
    const { user, key, factorId } = await createUserWithKey();
    const client = await signInAs(backend, user);
    const { webauthn } = await createChallenge(client, factorId);
    expect(webauthn).toMatchObject({
      type: "request",
      credential_options: { publicKey: { rpId: "127.0.0.1", allowCredentials: [{ transports: ["usb"] }] } },
    });
    expect((await authenticate(client, factorId, key)).error).toBeNull();
    expect((await getClaims(backend, client)).aal).toBe("aal2");
    const { rows } = await backend.database.pool.query(
      "select web_authn_credential -> 'authenticator' ->> 'signCount' as count from auth.mfa_factors where id = $1",
      [factorId],
    );
    expect(rows).toEqual([{ count: "2" }]);
  });

  // supabase-js: WebAuthnApi.register and .authenticate call the browser's WebAuthn API.
  test("works with supabase-js's register and authenticate", async () => {
    const user = await createTestUser(backend);
    const [first, second] = [await signInAs(backend, user), await signInAs(backend, user)];
    const key = createSoftwareAuthenticator({ origin: backend.url });
    class PublicKeyCredential {
      constructor(credential: object) {
        Object.assign(this, credential);
      }
    }
    const { hostname, origin } = new URL(backend.url);
    vi.stubGlobal("window", { PublicKeyCredential, location: { hostname, origin } });
    vi.stubGlobal("document", {});
    vi.stubGlobal("PublicKeyCredential", PublicKeyCredential);
    vi.stubGlobal("navigator", {
      credentials: {
        create: async ({ publicKey }: { publicKey: Parameters<SoftwareAuthenticator["create"]>[0] }) =>
          new PublicKeyCredential(key.create(publicKey)),
        get: async ({ publicKey }: { publicKey: Parameters<SoftwareAuthenticator["get"]>[0] }) =>
          new PublicKeyCredential(key.get(publicKey)),
      },
    });
    expect((await first.auth.mfa.webauthn.register({ friendlyName: "Key" })).error).toBeNull();
    const factorId = (await first.auth.mfa.listFactors()).data?.webauthn[0]?.id ?? "";
    expect((await first.auth.mfa.webauthn.authenticate({ factorId })).error).toBeNull();
    expect((await second.auth.getUser()).error).not.toBeNull();
  });

  test.each([
    ["created on another site", { origin: "https://evil.example" }],
    ["created on this host at another port", { origin: "http://127.0.0.1:1" }],
    ["that signs for another site", { rpId: "evil.example" }],
  ])("rejects a passkey %s", async (_, overrides) => {
    const client = await signInAs(backend, await createTestUser(backend));
    const key = createSoftwareAuthenticator({ origin: backend.url, ...overrides });
    expect((await register(client, await enroll(client), key)).error).toMatchObject(rejection);
    expect((await getClaims(backend, client)).aal).toBe("aal1");
  });

  test("rejects attestation certificates without fetching the URLs in them", async () => {
    const client = await signInAs(backend, await createTestUser(backend));
    // CBOR: { fmt: "packed", attStmt: { x5c: [h'00'] }, authData: h'' }
    const attestation = Buffer.from(
      `a363666d74667061636b65646761747453746d74a163783563814100686175746844617461${"40"}`,
      "hex",
    );
    const key = createSoftwareAuthenticator({ origin: backend.url, attestation });
    expect((await register(client, await enroll(client), key)).error).toMatchObject(rejection);
  });

  test("rejects another passkey, and a cloned passkey with an old counter", async () => {
    const { user, key, factorId } = await createUserWithKey();
    const copy = key.copy();
    const client = await signInAs(backend, user);
    const otherKey = createSoftwareAuthenticator({ origin: backend.url });
    expect((await authenticate(client, factorId, otherKey)).error).toMatchObject(rejection);
    expect((await authenticate(client, factorId, key)).error).toBeNull();
    expect((await authenticate(client, factorId, copy)).error).toMatchObject(rejection);
    expect((await authenticate(client, factorId, key)).error).toBeNull();
  });

  test("rejects a passkey that is already registered by another user", async () => {
    const { key } = await createUserWithKey();
    const otherClient = await signInAs(backend, await createTestUser(backend));
    expect((await register(otherClient, await enroll(otherClient), key)).error).toMatchObject(rejection);
  });

  test("accepts a response once, within 5 minutes, and only in the session that requested the challenge", async () => {
    const { user, client, key, factorId } = await createUserWithKey();
    const otherSession = await signInAs(backend, user);
    const verifyChallenge = (
      session: SupabaseClient,
      challengeId: string,
      credential: ReturnType<SoftwareAuthenticator["get"]>,
    ) =>
      session.auth.mfa.verify({
        factorId,
        challengeId,
        webauthn: { ...spoofedSite, type: "request", credential_response: credential },
      });
    const relayedChallenge = await createChallenge(client, factorId);
    const stolenCredential = key.get(relayedChallenge.webauthn.credential_options.publicKey);
    expect((await verifyChallenge(otherSession, relayedChallenge.id, stolenCredential)).error).toMatchObject(
      rejection,
    );
    expect((await verifyChallenge(client, relayedChallenge.id, stolenCredential)).error?.code).toBe(
      "mfa_ip_address_mismatch",
    );

    const challenge = await createChallenge(client, factorId);
    const credential = key.get(challenge.webauthn.credential_options.publicKey);
    const responses = await Promise.all(
      [1, 2, 3].map(() => verifyChallenge(client, challenge.id, credential)),
    );
    expect(responses.filter(({ error }) => error === null)).toHaveLength(1);

    const expiredChallenge = await createChallenge(client, factorId);
    backend.advanceClock(5 * 60_000);
    const lateCredential = key.get(expiredChallenge.webauthn.credential_options.publicKey);
    expect((await verifyChallenge(client, expiredChallenge.id, lateCredential)).error?.code).toBe(
      "mfa_challenge_expired",
    );
  });

  test.each([
    [undefined, 400],
    [{}, 400],
    [{ type: "create" }, 400],
    [{ type: "take", credential_response: {} }, 400],
    [
      { type: "create", credential_response: { id: "AA", rawId: "AA", type: "public-key", response: {} } },
      400,
    ],
    [
      {
        type: "create",
        credential_response: {
          id: "AA",
          rawId: "AA",
          type: "public-key",
          response: { clientDataJSON: "e30", attestationObject: "!" },
        },
      },
      422,
    ],
  ])("responds to %j with %i", async (webauthn, status) => {
    const client = await signInAs(backend, await createTestUser(backend));
    const factorId = await enroll(client);
    const { id } = await createChallenge(client, factorId);
    const token = (await client.auth.getSession()).data.session?.access_token;
    const response = await fetch(`${backend.url}/auth/v1/factors/${factorId}/verify`, {
      method: "POST",
      headers: {
        apikey: backend.publishableKey,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ challenge_id: id, webauthn }),
    });
    expect(response.status).toBe(status);
  });
});
