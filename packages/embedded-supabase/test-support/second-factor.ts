import type { SupabaseClient } from "@supabase/supabase-js";
import { totpCode, totpStepAt } from "#src/auth/factors/totp/totp.ts";
import { createTestUser, signInAs, type TestBackend, type TestUser } from "./test-backend.ts";

/** An authenticator app with a factor's secret. */
export type TotpApp = {
  factorId: string;
  secret: string;
  /** Returns the current code. */
  code(): string;
  /** Advances the backend's clock and returns the next code, so that no code is used twice. */
  nextCode(): string;
};

let appCount = 0;

/** Enrolls an app without verifying it. */
export async function enrollApp(
  backend: TestBackend,
  client: SupabaseClient,
  friendlyName?: string,
): Promise<TotpApp> {
  appCount += 1;
  const { data, error } = await client.auth.mfa.enroll({
    factorType: "totp",
    friendlyName: friendlyName ?? `App ${appCount}`,
  });
  if (error) {
    throw error;
  }
  const { id: factorId } = data;
  const { secret } = data.totp;
  const code = () => totpCode(secret, totpStepAt(backend.now()));
  return {
    factorId,
    secret,
    code,
    nextCode() {
      backend.advanceClock(30_000);
      return code();
    },
  };
}

/** Raises the session to aal2 with the app's next code. */
export async function verifyWithApp(client: SupabaseClient, app: TotpApp): Promise<void> {
  const { error } = await client.auth.mfa.challengeAndVerify({
    factorId: app.factorId,
    code: app.nextCode(),
  });
  if (error) {
    throw error;
  }
}

/** Creates a user who is signed in with a password and an app, at aal2. */
export async function createUserWithApp(
  backend: TestBackend,
  appMetadata?: object,
): Promise<{ user: TestUser; client: SupabaseClient; app: TotpApp }> {
  const user = await createTestUser(backend, appMetadata);
  const client = await signInAs(backend, user);
  const app = await enrollApp(backend, client);
  await verifyWithApp(client, app);
  return { user, client, app };
}

/**
 * Returns the claims of the client's access token.
 * @throws {Error} if the backend rejects it
 */
export async function getClaims(backend: TestBackend, client: SupabaseClient) {
  const token = (await client.auth.getSession()).data.session?.access_token ?? "";
  const claims = await backend.supabase.verifyAccessToken(token);
  if (!claims) {
    throw new Error("the backend rejected the access token");
  }
  return claims;
}
