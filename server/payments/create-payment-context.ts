import type { Config } from "#server/config.ts";
import { renewTokenIfDue } from "#server/payments/connection/account-access.ts";
import { createTokenCheck } from "#server/payments/connection/token-check.ts";
import { createTokenCipher } from "#server/payments/connection/token-encryption.ts";
import { createTokenRenewal } from "#server/payments/connection/token-renewal.ts";
import type { PaymentContext, PaymentDependencies } from "#server/payments/payment-context.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import type { RateLimitDelays } from "#server/payments/square/client/rate-limit-gate.ts";
import { createPaymentUrlCheck } from "#server/payments/square/payment-url.ts";
import { createSquareProvider } from "#server/payments/square/square-provider.ts";
import { PAUSE_LIMITS, type PauseLimits } from "#server/payments/sync/outage-pause.ts";

/** Overrides the network settings for tests and for the in-process simulator. */
export type PaymentOptions = {
  fetch?: typeof fetch | undefined;
  timeoutInSeconds?: number;
  rereadDelaysMs?: readonly number[];
  rateLimitDelays?: RateLimitDelays;
  pauseLimits?: PauseLimits;
  connectPauseLimits?: PauseLimits;
};

const CONNECT_PAUSE_LIMITS: PauseLimits = { firstDelayMs: 500, maxDelayMs: 2_000, maxTotalMs: 5_000 };

export function createPaymentContext(
  dependencies: PaymentDependencies,
  options: PaymentOptions = {},
): PaymentContext {
  const { config, database, jobs, log, now, keys } = dependencies;
  const provider = PROVIDER_FACTORIES[config.square.mode](dependencies, options);
  const context: PaymentContext = {
    database,
    jobs,
    log,
    now,
    provider,
    checkToken: createTokenCheck({ provider, now, log }),
    renewExpiredToken: createTokenRenewal(() => renewTokenIfDue(context), now),
    tokenCipher: createTokenCipher(keys.encryptionKey, keys.previousEncryptionKey),
    pauseLimits: options.pauseLimits ?? PAUSE_LIMITS,
    connectPauseLimits: options.connectPauseLimits ?? CONNECT_PAUSE_LIMITS,
    config,
  };
  return context;
}

type SquareMode = Config["square"]["mode"];
type CreateProvider = (dependencies: PaymentDependencies, options: PaymentOptions) => PaymentProvider | null;

/** Creates the provider for each SQUARE_MODE. */
const PROVIDER_FACTORIES = {
  off: () => null,
  simulator: (dependencies, options) =>
    createProvider(dependencies, options, {
      mode: "simulator",
      host: `${dependencies.config.publicUrl}/square-simulator`,
    }),
  sandbox: (dependencies, options) =>
    createProvider(dependencies, options, { mode: "sandbox", host: "https://connect.squareupsandbox.com" }),
  production: (dependencies, options) =>
    createProvider(dependencies, options, { mode: "production", host: "https://connect.squareup.com" }),
} satisfies Record<SquareMode, CreateProvider>;

function createProvider(
  { config, keys, log, now }: PaymentDependencies,
  options: PaymentOptions,
  { mode, host }: { mode: Exclude<SquareMode, "off">; host: string },
): PaymentProvider {
  const signatureKeys = [keys.squareWebhookSignatureKey, config.square.webhookSignatureKeyPrevious];
  return createSquareProvider({
    network: { baseUrl: config.square.baseUrl ?? host, ...options },
    checkPaymentUrl: createPaymentUrlCheck(mode, config.publicUrl),
    now,
    log,
    applicationId: keys.squareApplicationId,
    applicationSecret: keys.squareApplicationSecret,
    redirectUrl: `${config.publicUrl}/api/oauth/square`,
    forcesSignIn: mode === "production",
    webhook: { url: config.square.webhookUrl, keys: signatureKeys.filter((key) => key !== undefined) },
  });
}
