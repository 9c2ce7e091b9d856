import type { PaymentProvider, TokenGrant } from "#server/payments/payment-provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { createSquareClient } from "#server/payments/square/client/square-client.ts";
import { withProviderErrors } from "#server/payments/square/client/square-request.ts";
import { parseEvent } from "#server/payments/square/parse-event.ts";
import { createSquareAccount, type SquareAccountOptions } from "#server/payments/square/square-account.ts";
import { verifyWebhookSignature } from "#server/payments/square/webhook-signature.ts";

/** Read-only scopes: the product never moves money or changes data in Square. */
const SCOPES = [
  "MERCHANT_PROFILE_READ",
  "INVOICES_READ",
  "ORDERS_READ",
  "CUSTOMERS_READ",
  "PAYMENTS_READ",
  "SUBSCRIPTIONS_READ",
] as const;

/** Shorter than for other requests, because a row is locked during the request. */
const TOKEN_TIMEOUT_SECONDS = 10;

type SquareProviderOptions = SquareAccountOptions & {
  applicationId: string;
  applicationSecret: string;
  /** URL to which Square returns the seller. Must match the registered URL exactly. */
  redirectUrl: string;
  /** Requires a new sign-in at Square even with an active session. Not supported by the sandbox. */
  forcesSignIn: boolean;
  webhook: { url: string; keys: readonly string[] };
};

/** Square's implementation of PaymentProvider. */
export function createSquareProvider(options: SquareProviderOptions): PaymentProvider {
  const { applicationId: clientId, applicationSecret: clientSecret, network } = options;
  // No retries: a code works only once, and a lost response may have used it already.
  const noRetry = { maxRetries: 0, timeoutInSeconds: TOKEN_TIMEOUT_SECONDS };
  return {
    scopes: SCOPES,
    authorizeUrl: (state) => authorizeUrl(options, state),
    async exchangeCode(code) {
      const client = await createSquareClient(network, null);
      return parseGrant(
        await withProviderErrors(
          client.oAuth.obtainToken(
            {
              clientId,
              clientSecret,
              grantType: "authorization_code",
              code,
              redirectUri: options.redirectUrl,
            },
            noRetry,
          ),
        ),
      );
    },
    async refreshToken(refreshToken) {
      const client = await createSquareClient(network, null);
      return parseGrant(
        await withProviderErrors(
          client.oAuth.obtainToken(
            { clientId, clientSecret, grantType: "refresh_token", refreshToken },
            noRetry,
          ),
        ),
      );
    },
    async inspectToken(accessToken) {
      const client = await createSquareClient(network, async () => accessToken);
      const { merchantId = "", scopes = [] } = await withProviderErrors(client.oAuth.retrieveTokenStatus());
      return { merchantId, scopes };
    },
    async revokeToken(accessToken, target) {
      const client = await createSquareClient(network, null);
      // By default the SDK sends a bearer token, but Square requires the application secret here.
      const headers = { Authorization: `Client ${clientSecret}` };
      await withProviderErrors(
        client.oAuth.revokeToken(
          { clientId, accessToken, revokeOnlyAccessToken: target === "token" },
          { ...noRetry, headers },
        ),
      );
    },
    openAccount: (access) => createSquareAccount(options, access),
    verifySignature: (body, signature) =>
      verifyWebhookSignature(body, signature, options.webhook.url, options.webhook.keys),
    parseEvent: parseEvent,
    async warmUp() {
      await import("square");
    },
  };
}

function authorizeUrl(options: SquareProviderOptions, state: string): string {
  const url = new URL(`${options.network.baseUrl.replace(/\/$/, "")}/oauth2/authorize`);
  url.searchParams.set("client_id", options.applicationId);
  url.searchParams.set("scope", SCOPES.join(" "));
  if (options.forcesSignIn) {
    url.searchParams.set("session", "false");
  }
  url.searchParams.set("state", state);
  url.searchParams.set("redirect_uri", options.redirectUrl);
  return url.href;
}

type TokenResponse = { accessToken?: string; refreshToken?: string; expiresAt?: string; merchantId?: string };

function parseGrant({ accessToken, refreshToken, expiresAt, merchantId }: TokenResponse): TokenGrant {
  const expiry = new Date(expiresAt ?? "");
  if (!accessToken || !refreshToken || !merchantId || Number.isNaN(expiry.getTime())) {
    throw new ProviderError("unreadable-response");
  }
  return { accessToken, refreshToken, merchantId, expiresAt: expiry };
}
