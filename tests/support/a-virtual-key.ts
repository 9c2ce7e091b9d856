import type { CDPSession } from "playwright-core";

/** A device's own authenticator, or a key to plug in, which says yes to everything it can. */
export async function anAuthenticatorOf(
  devtools: CDPSession,
  transport: "internal" | "usb",
): Promise<string> {
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
}
