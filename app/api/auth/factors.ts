import type { Factor } from "@supabase/auth-js";
import { queryOptions } from "@tanstack/react-query";
import { fromAuthError, requireRecentSignIn } from "#app/api/auth/account.ts";
import type { Area } from "#app/api/client/area.ts";
import { getSupabase, type SupabaseAuth } from "#app/api/client/supabase.ts";
import { brand } from "#brand";
import { type Instant, instant } from "#domain/dates/instant.ts";

export type OwnFactor = Pick<Factor, "id" | "factor_type" | "friendly_name"> & { created_at: Instant };

/** An authenticator app that has not been verified yet. `qrCode` is a data URL of `uri`, which opens an app on the device. */
export type NewAuthenticator = { factorId: string; qrCode: string; uri: string; secret: string };

/** Where a passkey is stored: on this device, or on a security key or phone. */
export type PasskeyDevice = "this-device" | "another-device";

// Without these options, auth-js accepts only separate security keys.
const PASSKEY_OPTIONS: Record<PasskeyDevice, Parameters<SupabaseAuth["mfa"]["webauthn"]["register"]>[1]> = {
  "this-device": {
    hints: ["client-device"],
    authenticatorSelection: { authenticatorAttachment: "platform" },
  },
  "another-device": {
    hints: ["security-key", "hybrid"],
    authenticatorSelection: { authenticatorAttachment: "cross-platform" },
  },
};

/** Verified second factors of the signed-in user. */
export function ownFactorsQuery(area: Area) {
  return queryOptions({
    queryKey: ["own-factors", area],
    queryFn: async () => {
      const { auth } = await getSupabase(area);
      const { data, error } = await auth.mfa.listFactors();
      if (error) {
        throw fromAuthError(error);
      }
      return data.all
        .filter((factor) => factor.status === "verified")
        .map((factor): OwnFactor => ({ ...factor, created_at: instant(factor.created_at) }));
    },
  });
}

/** @throws {ApiError} */
export async function enrollAuthenticator(area: Area, name: string): Promise<NewAuthenticator> {
  await requireRecentSignIn(area);
  const { auth } = await getSupabase(area);
  await removeUnverifiedFactors(area, "totp");
  const { data, error } = await auth.mfa.enroll({
    factorType: "totp",
    friendlyName: name,
    issuer: brand.name,
  });
  if (error) {
    throw fromAuthError(error);
  }
  return { factorId: data.id, qrCode: data.totp.qr_code, uri: data.totp.uri, secret: data.totp.secret };
}

/**
 * Creates and registers a passkey. Returns the error from auth-js, or null on success.
 * @throws {ApiError} 403 `reauthentication_needed` without a recent sign-in
 */
export async function enrollPasskey(area: Area, name: string, device: PasskeyDevice): Promise<unknown> {
  await requireRecentSignIn(area);
  const { auth } = await getSupabase(area);
  await removeUnverifiedFactors(area, "webauthn");
  const { error } = await auth.mfa.webauthn.register({ friendlyName: name }, PASSKEY_OPTIONS[device]);
  return error;
}

/** @throws {ApiError} */
export async function removeFactor(area: Area, factorId: string): Promise<void> {
  await requireRecentSignIn(area);
  const { auth } = await getSupabase(area);
  const { error } = await auth.mfa.unenroll({ factorId });
  if (error) {
    throw fromAuthError(error);
  }
  // The stored session still lists the factor. Without a refresh, the next page load would require it.
  await auth.refreshSession();
}

/** Removes abandoned enrollments, because factor names must be unique. */
async function removeUnverifiedFactors(area: Area, type: Factor["factor_type"]): Promise<void> {
  const { auth } = await getSupabase(area);
  const { data } = await auth.mfa.listFactors();
  const unverified =
    data?.all.filter((factor) => factor.factor_type === type && factor.status === "unverified") ?? [];
  for (const { id } of unverified) {
    await auth.mfa.unenroll({ factorId: id });
  }
}
