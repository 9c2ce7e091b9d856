import type { PaymentProvider, TokenGrant } from "#server/payments/provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { readEvent } from "#server/payments/square/read-event.ts";
import { type SquareReading, squareAccount } from "#server/payments/square/square-account.ts";
import { translated } from "#server/payments/square/square-calls.ts";
import { squareClient } from "#server/payments/square/square-client.ts";
import { isGenuineNotification } from "#server/payments/square/webhook-signature.ts";

/** Everything is read, nothing is written: the seller's money is never ours to move. */
const SCOPES = [
  "MERCHANT_PROFILE_READ",
  "INVOICES_READ",
  "ORDERS_READ",
  "CUSTOMERS_READ",
  "PAYMENTS_READ",
  "SUBSCRIPTIONS_READ",
] as const;

/** Shorter than the others: a row is locked meanwhile. */
const TOKEN_TIMEOUT_S = 10;

export type SquareOptions = SquareReading & {
  applicationId: string;
  applicationSecret: string;
  /** Where Square sends the seller back to; registered there, letter for letter. */
  redirectUrl: string;
  /** Makes Square ask for a sign-in even where the browser has one. The sandbox does not know it. */
  forcesSignIn: boolean;
  webhook: { url: string; keys: readonly string[] };
};

/** Square behind the port. */
export function squareProvider(options: SquareOptions): PaymentProvider {
  const { applicationId: clientId, applicationSecret: clientSecret, network } = options;
  // A code works once, and a repeated request must not use it up.
  const once = { maxRetries: 0, timeoutInSeconds: TOKEN_TIMEOUT_S };
  return {
    scopes: SCOPES,
    authorizeUrl: (state) => authorizeUrl(options, state),
    async exchangeCode(code) {
      const client = await squareClient(network, null);
      return grantOf(
        await translated(
          client.oAuth.obtainToken(
            {
              clientId,
              clientSecret,
              grantType: "authorization_code",
              code,
              redirectUri: options.redirectUrl,
            },
            once,
          ),
        ),
      );
    },
    async refreshToken(refreshToken) {
      const client = await squareClient(network, null);
      return grantOf(
        await translated(
          client.oAuth.obtainToken(
            { clientId, clientSecret, grantType: "refresh_token", refreshToken },
            once,
          ),
        ),
      );
    },
    async inspectToken(accessToken) {
      const client = await squareClient(network, async () => accessToken);
      const { merchantId = "", scopes = [] } = await translated(client.oAuth.retrieveTokenStatus());
      return { merchantId, scopes };
    },
    async revokeToken(accessToken, extent) {
      const client = await squareClient(network, null);
      // Left to itself the SDK would send a bearer token; Square wants the application's secret here.
      const headers = { Authorization: `Client ${clientSecret}` };
      await translated(
        client.oAuth.revokeToken(
          { clientId, accessToken, revokeOnlyAccessToken: extent === "this-token" },
          { ...once, headers },
        ),
      );
    },
    openAccount: (access) => squareAccount(options, access),
    isGenuine: (body, signature) =>
      isGenuineNotification(body, signature, options.webhook.url, options.webhook.keys),
    readEvent,
    async warmUp() {
      await import("square");
    },
  };
}

function authorizeUrl(options: SquareOptions, state: string): string {
  const url = new URL(`${options.network.baseUrl.replace(/\/$/, "")}/oauth2/authorize`);
  url.searchParams.set("client_id", options.applicationId);
  url.searchParams.set("scope", SCOPES.join(" "));
  if (options.forcesSignIn) url.searchParams.set("session", "false");
  url.searchParams.set("state", state);
  url.searchParams.set("redirect_uri", options.redirectUrl);
  return url.href;
}

type TokenAnswer = { accessToken?: string; refreshToken?: string; expiresAt?: string; merchantId?: string };

function grantOf({ accessToken, refreshToken, expiresAt, merchantId }: TokenAnswer): TokenGrant {
  const expires = new Date(expiresAt ?? "");
  if (!accessToken || !refreshToken || !merchantId || Number.isNaN(expires.getTime()))
    throw new ProviderError("unreadable-answer");
  return { accessToken, refreshToken, merchantId, expiresAt: expires };
}
