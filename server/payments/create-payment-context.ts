import type { Config } from "#server/config.ts";
import { createTokenCipher } from "#server/payments/connection/token-encryption.ts";
import type { PaymentContext, PaymentDependencies } from "#server/payments/payment-context.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import { createPaymentUrlCheck } from "#server/payments/square/payment-url.ts";
import { createSquareProvider } from "#server/payments/square/square-provider.ts";

/** Replaces the network settings in tests and for the simulator in this process. */
export type PaymentOptions = {
  fetch?: typeof fetch | undefined;
  maxRetries?: number;
  timeoutInSeconds?: number;
  rereadDelaysMs?: readonly number[];
};

export function createPaymentContext(
  dependencies: PaymentDependencies,
  options: PaymentOptions = {},
): PaymentContext {
  const { config, database, jobs, log, now, keys } = dependencies;
  return {
    database,
    jobs,
    log,
    now,
    provider: PROVIDER_FACTORIES[config.square.mode](dependencies, options),
    tokenCipher: createTokenCipher(keys.encryptionKey, keys.previousEncryptionKey),
    config,
  };
}

type Mode = Config["square"]["mode"];
type CreateProvider = (dependencies: PaymentDependencies, options: PaymentOptions) => PaymentProvider | null;

/** The provider of each SQUARE_MODE. The compiler requires an entry for every mode. */
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
} satisfies Record<Mode, CreateProvider>;

function createProvider(
  { config, keys, log, now }: PaymentDependencies,
  options: PaymentOptions,
  { mode, host }: { mode: Exclude<Mode, "off">; host: string },
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
