import type { PaymentProvider, TokenGrant } from "#server/payments/payment-provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import type { SquareAccountOptions } from "#server/payments/square/account/account-context.ts";
import { createSharedReads } from "#server/payments/square/account/shared-reads.ts";
import { createSquareAccount } from "#server/payments/square/account/square-account.ts";
import { createSquareClient } from "#server/payments/square/client/square-client.ts";
import { withProviderErrors } from "#server/payments/square/client/square-request.ts";
import { listWebhookSubscriptions } from "#server/payments/square/client/webhook-subscriptions.ts";
import { WEBHOOK_EVENT_TYPES } from "#server/payments/square/event-types.ts";
import { minimizeEventObject, parseEvent } from "#server/payments/square/parse-event.ts";
import { verifyWebhookSignature } from "#server/payments/square/webhook-signature.ts";

/** Scopes for reading, which are always requested. */
const READ_SCOPES = [
  "MERCHANT_PROFILE_READ",
  "INVOICES_READ",
  "ORDERS_READ",
  "CUSTOMERS_READ",
  "PAYMENTS_READ",
  "SUBSCRIPTIONS_READ",
] as const;

/** Scopes for creating invoices and ending plans. The product never moves money, so PAYMENTS_WRITE is not included. */
const PLAN_SCOPES = ["SUBSCRIPTIONS_WRITE"] as const;
const WRITE_SCOPES = ["CUSTOMERS_WRITE", "ORDERS_WRITE", "INVOICES_WRITE", ...PLAN_SCOPES] as const;

/** Shorter than the default, because a database row is locked during the request. */
const TOKEN_TIMEOUT_SECONDS = 10;

type SquareProviderOptions = SquareAccountOptions & {
  applicationId: string;
  applicationSecret: string;
  /** URL to which Square redirects the merchant. Must match the registered URL exactly. */
  redirectUrl: string;
  /** Requires a new sign-in at Square even with an active session. Not supported by the sandbox. */
  forcesSignIn: boolean;
  webhook: { url: string; keys: readonly string[] };
};

/** Creates the Square implementation of PaymentProvider. */
export function createSquareProvider(options: SquareProviderOptions): PaymentProvider {
  const { applicationId: clientId, applicationSecret: clientSecret, network } = options;
  const getSharedReads = createSharedReads(network.rateLimitDelays);
  const tokenOptions = { timeoutInSeconds: TOKEN_TIMEOUT_SECONDS };
  return {
    scopes: READ_SCOPES,
    writeScopes: WRITE_SCOPES,
    planScopes: PLAN_SCOPES,
    authorizeUrl: (state, scopes) => buildAuthorizeUrl(options, state, scopes),
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
            tokenOptions,
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
            tokenOptions,
          ),
        ),
      );
    },
    async inspectToken(accessToken, timeoutInSeconds) {
      const client = await createSquareClient(network, async () => accessToken);
      const requestOptions = timeoutInSeconds === undefined ? {} : { timeoutInSeconds };
      const { merchantId = "", scopes = [] } = await withProviderErrors(
        client.oAuth.retrieveTokenStatus(requestOptions),
      );
      return { merchantId, scopes };
    },
    async revokeToken(accessToken, target) {
      const client = await createSquareClient(network, null);
      // The SDK sends a bearer token by default, but Square requires the application secret here.
      const headers = { Authorization: `Client ${clientSecret}` };
      await withProviderErrors(
        client.oAuth.revokeToken(
          { clientId, accessToken, revokeOnlyAccessToken: target === "token" },
          { ...tokenOptions, headers },
        ),
      );
    },
    openAccount: (access) => createSquareAccount(options, access, getSharedReads(access.merchantId)),
    verifySignature: (body, signature) =>
      verifyWebhookSignature(body, signature, options.webhook.url, options.webhook.keys),
    parseEvent,
    minimizeEventObject,
    eventTypes: WEBHOOK_EVENT_TYPES,
    listWebhookSubscriptions: (token) => listWebhookSubscriptions(network, token),
    async warmUp() {
      await import("square");
    },
  };
}

function buildAuthorizeUrl(options: SquareProviderOptions, state: string, scopes: readonly string[]): string {
  const url = new URL(`${options.network.baseUrl.replace(/\/$/, "")}/oauth2/authorize`);
  url.searchParams.set("client_id", options.applicationId);
  url.searchParams.set("scope", scopes.join(" "));
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
