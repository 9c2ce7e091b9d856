import type { SupabaseClient } from "@supabase/supabase-js";
import { totpCodeOf, totpStepAt } from "#embedded-supabase/auth/factors/totp.ts";
import { aPerson, type Backend, type Person, signedIn } from "./contract.ts";

/** An authenticator app that holds the secret of a factor. */
export type App = {
  factorId: string;
  secret: string;
  /** The code it shows now. */
  code(): string;
  /** Waits for the next code, by moving the backend's clock, so that no code is shown twice. */
  nextCode(): string;
};

let apps = 0;

/** Enrols an app that is still to be verified. */
export async function anApp(backend: Backend, client: SupabaseClient, friendlyName?: string): Promise<App> {
  apps += 1;
  const { data, error } = await client.auth.mfa.enroll({
    factorType: "totp",
    friendlyName: friendlyName ?? `App ${apps}`,
  });
  if (error) throw error;
  const { id: factorId } = data;
  const { secret } = data.totp;
  const code = () => totpCodeOf(secret, totpStepAt(backend.now()));
  return {
    factorId,
    secret,
    code,
    nextCode() {
      backend.advance(30_000);
      return code();
    },
  };
}

/** Raises the client's session with the app's next code. */
export async function raised(client: SupabaseClient, app: App): Promise<void> {
  const { error } = await client.auth.mfa.challengeAndVerify({
    factorId: app.factorId,
    code: app.nextCode(),
  });
  if (error) throw error;
}

/** A person signed in with password and app: the session is at aal2. */
export async function aPersonWithApp(
  backend: Backend,
  appMetadata?: object,
): Promise<{ person: Person; client: SupabaseClient; app: App }> {
  const person = await aPerson(backend, appMetadata);
  const client = await signedIn(backend, person);
  const app = await anApp(backend, client);
  await raised(client, app);
  return { person, client, app };
}

/** The claims of the token a client holds now; throws when the backend refuses it. */
export async function claimsOf(backend: Backend, client: SupabaseClient) {
  const token = (await client.auth.getSession()).data.session?.access_token ?? "";
  const claims = await backend.supabase.verifyAccessToken(token);
  if (!claims) throw new Error("The client's token is refused");
  return claims;
}
