import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { z } from "zod";

/** A variable of the environment that cannot be used; the message names it and fits on one line. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}

const flag = z.enum(["true", "false"]).transform((word) => word === "true");
const optionalText = z.string().min(1).optional();
const longToken = z.string().min(16, "must have at least 16 characters");
const base64Key = z
  .string()
  .refine((text) => Buffer.from(text, "base64").length === 32, "must be 32 bytes in base64");

const webOrigin = z
  .string()
  .refine(isWebOrigin, "must be an address such as https://portal.example.com, and nothing after the host")
  .transform((text) => new URL(text).origin);

/** "hello@firm.example", or "The Firm <hello@firm.example>". */
const sender = z
  .string()
  .refine(
    (text) => z.email().safeParse(/<([^<>]*)>$/.exec(text)?.[1] ?? text).success,
    "must be an e-mail address, or Name <address>",
  );

/** What the hashing of passwords takes in; the rest would be cut off. */
const LONGEST_PASSWORD_BYTES = 72;

const addressOf = (scheme: RegExp, beginning: string) =>
  z
    .string()
    .regex(scheme, `must begin with ${beginning}`)
    // A database behind a socket has no host: postgres://user@/database?host=/folder
    .refine((text) => URL.canParse(text.replace("@/", "@localhost/")), "is not an address that can be read");

const Environment = z.object({
  PORT: z.coerce.number("must be a port number").int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  PUBLIC_URL: webOrigin.optional(),
  DATA_DIR: z
    .string()
    .min(1)
    .transform((path) => resolve(path))
    .refine(mayBeFolder, "must be a directory, or a path where one can be made")
    .prefault("./data"),
  DATABASE_URL: addressOf(/^postgres(ql)?:\/\//, "postgres://").optional(),
  SUPABASE_URL: webOrigin.optional(),
  SUPABASE_PUBLISHABLE_KEY: optionalText,
  SUPABASE_SECRET_KEY: optionalText,
  ADMIN_EMAIL: z.email("must be an e-mail address").optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, "must have at least 8 characters")
    .refine((text) => Buffer.byteLength(text) <= LONGEST_PASSWORD_BYTES, "must fit in 72 bytes")
    .optional(),
  DEMO: flag.optional(),
  SMTP_URL: addressOf(/^smtps?:\/\//, "smtp://").optional(),
  MAIL_FROM: sender.optional(),
  CONTACT_TO: z.email("must be an e-mail address").optional(),
  SQUARE_MODE: z.enum(["off", "simulator", "sandbox", "production"]).optional(),
  SQUARE_APPLICATION_ID: optionalText,
  SQUARE_APPLICATION_SECRET: optionalText,
  SQUARE_BASE_URL: addressOf(/^https?:\/\//, "https://").optional(),
  SQUARE_WEBHOOK_SIGNATURE_KEY: optionalText,
  SQUARE_WEBHOOK_SIGNATURE_KEY_PREVIOUS: optionalText,
  SQUARE_WEBHOOK_URL: addressOf(/^https?:\/\//, "https://").optional(),
  SQUARE_SIMULATOR_CONTROL: flag.default(false),
  S3_ENDPOINT: addressOf(/^https?:\/\//, "https://").optional(),
  S3_BUCKET: optionalText,
  S3_REGION: z.string().min(1).default("us-east-1"),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  CLAMAV_SOCKET: z
    .string()
    .regex(/^(\/|tcp:\/\/[^/:]+:\d+$)/, "must be the path of clamd's socket, or tcp://host:port")
    .optional(),
  ENCRYPTION_KEY: base64Key.optional(),
  ENCRYPTION_KEY_PREVIOUS: base64Key.optional(),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .refine(
      (list) => list.every(isAddressRange),
      "must be addresses or ranges such as 10.0.0.0/8, separated by commas",
    ),
  RATE_LIMIT_SCALE: z.coerce
    .number("must be a number above 0")
    .positive("must be a number above 0")
    .default(1),
  CAPTCHA_PROVIDER: z.enum(["turnstile", "hcaptcha"]).optional(),
  CAPTCHA_SITE_KEY: optionalText,
  CAPTCHA_SECRET: optionalText,
  METRICS_TOKEN: longToken.optional(),
  MAIL_BOUNCE_TOKEN: longToken.optional(),
  BACKUP_PASSPHRASE: z.string().min(12, "must have at least 12 characters").optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});
type Environment = z.infer<typeof Environment>;

/** Everything the environment decides, parsed once at boot and passed as a value. */
export type Config = ReturnType<typeof settle>;

/** The same configuration once the system has chosen the port for `PORT=0`. */
export function listeningOn(config: Config, port: number): Config {
  const moved = (address: string) =>
    address.replace(/^http:\/\/localhost:0(?=\/|$)/, `http://localhost:${port}`);
  return {
    ...config,
    port,
    publicUrl: moved(config.publicUrl),
    square: { ...config.square, webhookUrl: moved(config.square.webhookUrl) },
  };
}

/**
 * Parses the environment.
 * @throws ConfigurationError with one line that names the variable and what to do.
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  // An empty variable is one that was not set: `FOO= npm start` is how people switch things off.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigurationError(
      `${String(issue?.path[0] ?? "environment")}: ${issue?.message ?? "is not valid"}`,
    );
  }
  return settle(parsed.data);
}

function settle(env: Environment) {
  const isDemonstration = env.DEMO ?? (!env.DATABASE_URL && !env.SUPABASE_URL);
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const squareMode = env.SQUARE_MODE ?? (isDemonstration ? "simulator" : "off");
  refuseContradictions(env, { isDemonstration, publicUrl, squareMode });
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    supabase: {
      url: env.SUPABASE_URL,
      publishableKey: env.SUPABASE_PUBLISHABLE_KEY,
      secretKey: env.SUPABASE_SECRET_KEY,
    },
    admin: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    isDemonstration,
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, contactTo: env.CONTACT_TO },
    square: {
      mode: squareMode,
      applicationId: env.SQUARE_APPLICATION_ID,
      applicationSecret: env.SQUARE_APPLICATION_SECRET,
      baseUrl: env.SQUARE_BASE_URL,
      webhookSignatureKey: env.SQUARE_WEBHOOK_SIGNATURE_KEY,
      webhookSignatureKeyPrevious: env.SQUARE_WEBHOOK_SIGNATURE_KEY_PREVIOUS,
      webhookUrl: env.SQUARE_WEBHOOK_URL ?? `${publicUrl}/api/square/webhook`,
      simulatorControl: env.SQUARE_SIMULATOR_CONTROL,
    },
    s3: s3Of(env),
    clamavSocket: env.CLAMAV_SOCKET,
    encryption: { key: env.ENCRYPTION_KEY, previousKey: env.ENCRYPTION_KEY_PREVIOUS },
    trustedProxies: env.TRUSTED_PROXIES,
    rateLimitScale: env.RATE_LIMIT_SCALE,
    captcha:
      env.CAPTCHA_PROVIDER && env.CAPTCHA_SITE_KEY && env.CAPTCHA_SECRET
        ? { provider: env.CAPTCHA_PROVIDER, siteKey: env.CAPTCHA_SITE_KEY, secret: env.CAPTCHA_SECRET }
        : null,
    metricsToken: env.METRICS_TOKEN,
    mailBounceToken: env.MAIL_BOUNCE_TOKEN,
    backupPassphrase: env.BACKUP_PASSPHRASE,
    logLevel: env.LOG_LEVEL,
  };
}

/** The S3 store that documents go to; null for the disk. */
function s3Of(env: Environment) {
  if (!env.S3_ENDPOINT || !env.S3_BUCKET || !env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY) return null;
  return {
    endpoint: env.S3_ENDPOINT,
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  };
}

function refuseContradictions(
  env: Environment,
  settled: { isDemonstration: boolean; publicUrl: string; squareMode: string },
): void {
  if (env.SUPABASE_URL && !env.DATABASE_URL)
    throw new ConfigurationError("DATABASE_URL: SUPABASE_URL needs its project's database address here");
  if (env.SUPABASE_URL && !(env.SUPABASE_PUBLISHABLE_KEY && env.SUPABASE_SECRET_KEY))
    throw new ConfigurationError(
      "SUPABASE_PUBLISHABLE_KEY: SUPABASE_URL needs its project's publishable and secret key",
    );
  if (!settled.isDemonstration && Boolean(env.ADMIN_EMAIL) !== Boolean(env.ADMIN_PASSWORD))
    throw new ConfigurationError("ADMIN_EMAIL: goes together with ADMIN_PASSWORD");
  if (settled.squareMode === "simulator" && env.SQUARE_APPLICATION_SECRET)
    throw new ConfigurationError("SQUARE_MODE: simulator is refused beside a real SQUARE_APPLICATION_SECRET");
  if (settled.squareMode === "simulator" && settled.publicUrl.startsWith("https:"))
    throw new ConfigurationError("SQUARE_MODE: simulator is refused on an https PUBLIC_URL");
  const isReal = settled.squareMode === "sandbox" || settled.squareMode === "production";
  if (isReal && !(env.SQUARE_APPLICATION_ID && env.SQUARE_APPLICATION_SECRET))
    throw new ConfigurationError(
      "SQUARE_APPLICATION_ID: SQUARE_MODE needs SQUARE_APPLICATION_ID and SQUARE_APPLICATION_SECRET",
    );
  const s3 = [env.S3_ENDPOINT, env.S3_BUCKET, env.S3_ACCESS_KEY_ID, env.S3_SECRET_ACCESS_KEY];
  if (s3.some(Boolean) && !s3.every(Boolean))
    throw new ConfigurationError(
      "S3_ENDPOINT: needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, all four or none",
    );
  const captcha = [env.CAPTCHA_PROVIDER, env.CAPTCHA_SITE_KEY, env.CAPTCHA_SECRET];
  if (captcha.some(Boolean) && !captcha.every(Boolean))
    throw new ConfigurationError(
      "CAPTCHA_PROVIDER: needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET, all three or none",
    );
}

// With a path, a person's links would lead elsewhere than was asked for; with a name and password, so would a secret.
function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}

/** Whether the path is a directory, or what is there of it so far is one. */
function mayBeFolder(path: string): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? found.isDirectory() : mayBeFolder(dirname(path));
  } catch {
    return false;
  }
}

function isAddressRange(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}
