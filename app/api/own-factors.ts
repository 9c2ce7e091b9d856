import type { Factor } from "@supabase/auth-js";
import { queryOptions } from "@tanstack/react-query";
import { type Auth, backend } from "#app/api/backend.ts";
import type { House } from "#app/api/house.ts";
import { failureOf } from "#app/api/own-account.ts";
import { brand } from "#brand";

export type OwnFactor = Factor;

/** An authenticator app that is still to show its first code. `qrCode` is an image's address. */
export type NewApp = { factorId: string; qrCode: string; secret: string };

/** Where a passkey is kept: by the device in front of the person, or by a security key or phone beside it. */
export type PasskeyPlace = "this-device" | "another-device";

// Without a word on the place the library asks for a separate security key only.
const PLACES: Record<PasskeyPlace, Parameters<Auth["mfa"]["webauthn"]["register"]>[1]> = {
  "this-device": {
    hints: ["client-device"],
    authenticatorSelection: { authenticatorAttachment: "platform" },
  },
  "another-device": {
    hints: ["security-key", "hybrid"],
    authenticatorSelection: { authenticatorAttachment: "cross-platform" },
  },
};

/** The person's second factors that count. */
export function ownFactors(house: House) {
  return queryOptions({
    queryKey: ["own-factors", house],
    queryFn: async () => {
      const { auth } = await backend(house);
      const { data, error } = await auth.mfa.listFactors();
      if (error) throw failureOf(error);
      return data.all.filter((factor) => factor.status === "verified");
    },
  });
}

/** @throws ApiFailure when the backend refused. */
export async function enrolApp(house: House, name: string): Promise<NewApp> {
  const { auth } = await backend(house);
  await removeUnfinished(house, "totp");
  const { data, error } = await auth.mfa.enroll({
    factorType: "totp",
    friendlyName: name,
    issuer: brand.name,
  });
  if (error) throw failureOf(error);
  return { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
}

/** Makes a passkey in the browser and has the backend keep it. Gives back the library's error, if any. */
export async function enrolPasskey(house: House, name: string, place: PasskeyPlace): Promise<unknown> {
  const { auth } = await backend(house);
  await removeUnfinished(house, "webauthn");
  const { error } = await auth.mfa.webauthn.register({ friendlyName: name }, PLACES[place]);
  return error;
}

/** @throws ApiFailure when it is still there. */
export async function removeFactor(house: House, factorId: string): Promise<void> {
  const { auth } = await backend(house);
  const { error } = await auth.mfa.unenroll({ factorId });
  if (error) throw failureOf(error);
  // The stored session still names the factor: without it, a page load would ask for it.
  await auth.refreshSession();
}

/** An enrolment that was given up would hold its name. */
async function removeUnfinished(house: House, type: Factor["factor_type"]): Promise<void> {
  const { auth } = await backend(house);
  const { data } = await auth.mfa.listFactors();
  const unfinished =
    data?.all.filter((factor) => factor.factor_type === type && factor.status === "unverified") ?? [];
  for (const { id } of unfinished) await auth.mfa.unenroll({ factorId: id });
}
