import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Authenticator, anAuthenticator } from "#tests/support/an-authenticator.ts";
import { aBackend, aPerson, type Backend, contractTargets, signedIn } from "#tests/support/contract.ts";
import { claimsOf } from "#tests/support/second-factor.ts";

// Shapes and codes: supabase/auth, internal/api/mfa.go (challengeWebAuthnFactor, verifyWebAuthnFactor); supabase-js,
// lib/webauthn.ts; the checks: https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential and
// #sctn-verifying-assertion
describe.each(contractTargets)("passkeys on $name", (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await aBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());
  afterEach(() => vi.unstubAllGlobals());

  // What a client says about the site is for its own browser: the backend knows its address itself.
  const claimed = { rpId: "evil.example", rpOrigins: ["https://evil.example"] };

  const enrolled = async (client: SupabaseClient) => {
    const { data, error } = await client.auth.mfa.enroll({ factorType: "webauthn", friendlyName: "Key" });
    if (error) throw error;
    return data.id;
  };
  const asked = async (client: SupabaseClient, factorId: string) => {
    const { data, error } = await client.auth.mfa.challenge({ factorId, webauthn: claimed });
    if (error) throw error;
    return data;
  };
  const created = async (client: SupabaseClient, factorId: string, key: Authenticator) => {
    const { id: challengeId, webauthn } = await asked(client, factorId);
    const credential = key.create(webauthn.credential_options.publicKey);
    return client.auth.mfa.verify({
      factorId,
      challengeId,
      webauthn: { ...claimed, type: "create", credential_response: credential },
    });
  };
  const used = async (client: SupabaseClient, factorId: string, key: Authenticator) => {
    const { id: challengeId, webauthn } = await asked(client, factorId);
    const credential = key.get(webauthn.credential_options.publicKey);
    return client.auth.mfa.verify({
      factorId,
      challengeId,
      webauthn: { ...claimed, type: "request", credential_response: credential },
    });
  };
  const aPersonWithKey = async () => {
    const person = await aPerson(backend);
    const client = await signedIn(backend, person);
    const key = anAuthenticator({ origin: backend.url });
    const factorId = await enrolled(client);
    const { error } = await created(client, factorId, key);
    if (error) throw error;
    return { person, client, key, factorId };
  };
  const refused = { code: "mfa_verification_failed", status: 422 };

  test("a new key is asked for by this site's name, and raises the session", async () => {
    const client = await signedIn(backend, await aPerson(backend));
    const factorId = await enrolled(client);
    const { type, webauthn } = await asked(client, factorId);
    expect(type).toBe("webauthn");
    expect(webauthn).toMatchObject({
      type: "create",
      credential_options: {
        publicKey: { rp: { id: "127.0.0.1" }, attestation: "none" },
      },
    });
    const { data, error } = await created(client, factorId, anAuthenticator({ origin: backend.url }));
    expect(error).toBeNull();
    expect(data?.user.factors).toMatchObject([{ id: factorId, status: "verified", factor_type: "webauthn" }]);
    const claims = await claimsOf(backend, client);
    expect(claims.aal).toBe("aal2");
    expect(claims.amr.map(({ method }) => method).sort()).toEqual(["mfa/webauthn", "password"]);
  });

  test("a known key raises the next session, and its counter is kept", async () => {
    const { person, key, factorId } = await aPersonWithKey();
    const client = await signedIn(backend, person);
    const { webauthn } = await asked(client, factorId);
    expect(webauthn).toMatchObject({
      type: "request",
      credential_options: { publicKey: { rpId: "127.0.0.1", allowCredentials: [{ transports: ["usb"] }] } },
    });
    expect((await used(client, factorId, key)).error).toBeNull();
    expect((await claimsOf(backend, client)).aal).toBe("aal2");
    const { rows } = await backend.database.pool.query(
      "select web_authn_credential -> 'authenticator' ->> 'signCount' as count from auth.mfa_factors where id = $1",
      [factorId],
    );
    expect(rows).toEqual([{ count: "2" }]);
  });

  // supabase-js, WebAuthnApi.register and .authenticate, which the browser's own API stands behind
  test("the library's register and authenticate go through", async () => {
    const person = await aPerson(backend);
    const [first, second] = [await signedIn(backend, person), await signedIn(backend, person)];
    const key = anAuthenticator({ origin: backend.url });
    class PublicKeyCredential {
      constructor(made: object) {
        Object.assign(this, made);
      }
    }
    const { hostname, origin } = new URL(backend.url);
    vi.stubGlobal("window", { PublicKeyCredential, location: { hostname, origin } });
    vi.stubGlobal("document", {});
    vi.stubGlobal("PublicKeyCredential", PublicKeyCredential);
    vi.stubGlobal("navigator", {
      credentials: {
        create: async ({ publicKey }: { publicKey: Parameters<Authenticator["create"]>[0] }) =>
          new PublicKeyCredential(key.create(publicKey)),
        get: async ({ publicKey }: { publicKey: Parameters<Authenticator["get"]>[0] }) =>
          new PublicKeyCredential(key.get(publicKey)),
      },
    });
    expect((await first.auth.mfa.webauthn.register({ friendlyName: "Key" })).error).toBeNull();
    const factorId = (await first.auth.mfa.listFactors()).data?.webauthn[0]?.id ?? "";
    expect((await first.auth.mfa.webauthn.authenticate({ factorId })).error).toBeNull();
    expect((await second.auth.getUser()).error).not.toBeNull();
  });

  test.each([
    ["made on another site", { origin: "https://evil.example" }],
    ["made on this host at another port", { origin: "http://127.0.0.1:1" }],
    ["that signs for another site", { rpId: "evil.example" }],
  ])("a key %s is refused", async (_, circumstances) => {
    const client = await signedIn(backend, await aPerson(backend));
    const key = anAuthenticator({ origin: backend.url, ...circumstances });
    expect((await created(client, await enrolled(client), key)).error).toMatchObject(refused);
    expect((await claimsOf(backend, client)).aal).toBe("aal1");
  });

  test("a maker's certificates are not looked at, as they name addresses to fetch", async () => {
    const client = await signedIn(backend, await aPerson(backend));
    // CBOR: { fmt: "packed", attStmt: { x5c: [h'00'] }, authData: h'' }
    const attestation = Buffer.from(
      `a363666d74667061636b65646761747453746d74a163783563814100686175746844617461${"40"}`,
      "hex",
    );
    const key = anAuthenticator({ origin: backend.url, attestation });
    expect((await created(client, await enrolled(client), key)).error).toMatchObject(refused);
  });

  test("another key does not open a factor, nor does a copy whose counter stands still", async () => {
    const { person, key, factorId } = await aPersonWithKey();
    const copy = key.copy();
    const client = await signedIn(backend, person);
    const stranger = anAuthenticator({ origin: backend.url });
    expect((await used(client, factorId, stranger)).error).toMatchObject(refused);
    expect((await used(client, factorId, key)).error).toBeNull();
    expect((await used(client, factorId, copy)).error).toMatchObject(refused);
    expect((await used(client, factorId, key)).error).toBeNull();
  });

  test("one key cannot be two people's factor", async () => {
    const { key } = await aPersonWithKey();
    const other = await signedIn(backend, await aPerson(backend));
    expect((await created(other, await enrolled(other), key)).error).toMatchObject(refused);
  });

  test("an answer counts once, in the session that was asked, for 5 minutes", async () => {
    const { person, client, key, factorId } = await aPersonWithKey();
    const other = await signedIn(backend, person);
    const answer = (by: SupabaseClient, challengeId: string, credential: ReturnType<Authenticator["get"]>) =>
      by.auth.mfa.verify({
        factorId,
        challengeId,
        webauthn: { ...claimed, type: "request", credential_response: credential },
      });
    const relayed = await asked(client, factorId);
    const stolen = key.get(relayed.webauthn.credential_options.publicKey);
    expect((await answer(other, relayed.id, stolen)).error).toMatchObject(refused);
    expect((await answer(client, relayed.id, stolen)).error?.code).toBe("mfa_ip_address_mismatch");

    const once = await asked(client, factorId);
    const credential = key.get(once.webauthn.credential_options.publicKey);
    const answers = await Promise.all([1, 2, 3].map(() => answer(client, once.id, credential)));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);

    const late = await asked(client, factorId);
    backend.advance(5 * 60_000);
    const tooLate = key.get(late.webauthn.credential_options.publicKey);
    expect((await answer(client, late.id, tooLate)).error?.code).toBe("mfa_challenge_expired");
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
  ])("the answer %j gets %i", async (webauthn, status) => {
    const client = await signedIn(backend, await aPerson(backend));
    const factorId = await enrolled(client);
    const { id } = await asked(client, factorId);
    const token = (await client.auth.getSession()).data.session?.access_token;
    const answer = await fetch(`${backend.url}/auth/v1/factors/${factorId}/verify`, {
      method: "POST",
      headers: {
        apikey: backend.publishableKey,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ challenge_id: id, webauthn }),
    });
    expect(answer.status).toBe(status);
  });
});
