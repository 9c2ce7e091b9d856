import type { CDPSession } from "playwright-core";

/** Adds a virtual authenticator that approves every request. `internal` is built in, `usb` is a security key. */
export async function addVirtualAuthenticator(
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
