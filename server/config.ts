import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { z } from "zod";

/** An environment variable has an invalid value. The one-line message names the variable and says what to do. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}

const flag = z.enum(["true", "false"]).transform((value) => value === "true");
const optionalText = z.string().min(1).optional();
const longToken = z.string().min(16, "must be at least 16 characters");
const base64Key = z
  .string()
  .refine((text) => Buffer.from(text, "base64").length === 32, "must be 32 bytes in base64");

const webOrigin = z
  .string()
  .refine(isWebOrigin, "must be an origin such as https://portal.example.com, without a path")
  .transform((text) => new URL(text).origin);

/** "hello@firm.example", or "The Firm <hello@firm.example>". */
const sender = z
  .string()
  .refine(
    (text) => z.email().safeParse(/<([^<>]*)>$/.exec(text)?.[1] ?? text).success,
    "must be an email address or Name <address>",
  );

/** bcrypt ignores everything after 72 bytes. */
const MAX_PASSWORD_BYTES = 72;

const urlSchema = (scheme: RegExp, prefix: string) =>
  z
    .string()
    .regex(scheme, `must start with ${prefix}`)
    // The URL of a database on a socket has no host: postgres://user@/database?host=/directory
    .refine((text) => URL.canParse(text.replace("@/", "@localhost/")), "must be a valid URL");

const Environment = z.object({
  PORT: z.coerce.number("must be a port number").int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  PUBLIC_URL: webOrigin.optional(),
  DATA_DIR: z
    .string()
    .min(1)
    .transform((path) => resolve(path))
    .refine(canBeDirectory, "must be a directory or a path where one can be created")
    .prefault("./data"),
  DATABASE_URL: urlSchema(/^postgres(ql)?:\/\//, "postgres://").optional(),
  SUPABASE_URL: webOrigin.optional(),
  SUPABASE_PUBLISHABLE_KEY: optionalText,
  SUPABASE_SECRET_KEY: optionalText,
  ADMIN_EMAIL: z.email("must be an email address").optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, "must be at least 8 characters")
    .refine((text) => Buffer.byteLength(text) <= MAX_PASSWORD_BYTES, "must be at most 72 bytes")
    .optional(),
  DEMO: flag.optional(),
  SMTP_URL: urlSchema(/^smtps?:\/\//, "smtp://").optional(),
  MAIL_FROM: sender.optional(),
  CONTACT_TO: z.email("must be an email address").optional(),
  SQUARE_MODE: z.enum(["off", "simulator", "sandbox", "production"]).optional(),
  SQUARE_APPLICATION_ID: optionalText,
  SQUARE_APPLICATION_SECRET: optionalText,
  SQUARE_BASE_URL: urlSchema(/^https?:\/\//, "https://").optional(),
  SQUARE_WEBHOOK_SIGNATURE_KEY: optionalText,
  SQUARE_WEBHOOK_SIGNATURE_KEY_PREVIOUS: optionalText,
  SQUARE_WEBHOOK_URL: urlSchema(/^https?:\/\//, "https://").optional(),
  SQUARE_SIMULATOR_CONTROL: flag.default(false),
  S3_ENDPOINT: urlSchema(/^https?:\/\//, "https://").optional(),
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
      "must be a comma-separated list of addresses or ranges such as 10.0.0.0/8",
    ),
  RATE_LIMIT_SCALE: z.coerce
    .number("must be a number greater than 0")
    .positive("must be a number greater than 0")
    .default(1),
  CAPTCHA_PROVIDER: z.enum(["turnstile", "hcaptcha"]).optional(),
  CAPTCHA_SITE_KEY: optionalText,
  CAPTCHA_SECRET: optionalText,
  METRICS_TOKEN: longToken.optional(),
  MAIL_BOUNCE_TOKEN: longToken.optional(),
  BACKUP_PASSPHRASE: z.string().min(12, "must be at least 12 characters").optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});
type Environment = z.infer<typeof Environment>;

/** The configuration from the environment, parsed once at startup. */
export type Config = ReturnType<typeof buildConfig>;

/** Replaces the port in the configuration after the system has assigned one for `PORT=0`. */
export function withPort(config: Config, port: number): Config {
  const replacePort = (url: string) =>
    url.replace(/^http:\/\/localhost:0(?=\/|$)/, `http://localhost:${port}`);
  return {
    ...config,
    port,
    publicUrl: replacePort(config.publicUrl),
    square: { ...config.square, webhookUrl: replacePort(config.square.webhookUrl) },
  };
}

/**
 * Parses the environment.
 * @throws {ConfigurationError} with one line that names the variable and says what to do.
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  // Treat an empty variable as unset, so that `FOO= npm start` disables a setting.
  const variables = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(variables);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigurationError(
      `${String(issue?.path[0] ?? "environment")}: ${issue?.message ?? "is invalid"}`,
    );
  }
  return buildConfig(parsed.data);
}

function buildConfig(env: Environment) {
  const isDemo = env.DEMO ?? (!env.DATABASE_URL && !env.SUPABASE_URL);
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const squareMode = env.SQUARE_MODE ?? (isDemo ? "simulator" : "off");
  assertConsistent(env, { isDemo, publicUrl, squareMode });
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
    isDemo,
    email: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, contactTo: env.CONTACT_TO },
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
    s3: parseS3(env),
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

/** The S3 store for documents. Null when they are stored on disk. */
function parseS3(env: Environment) {
  if (!env.S3_ENDPOINT || !env.S3_BUCKET || !env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY) {
    return null;
  }
  return {
    endpoint: env.S3_ENDPOINT,
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  };
}

function assertConsistent(
  env: Environment,
  derived: { isDemo: boolean; publicUrl: string; squareMode: string },
): void {
  if (env.SUPABASE_URL && !env.DATABASE_URL) {
    throw new ConfigurationError("DATABASE_URL: must be the project's database URL when SUPABASE_URL is set");
  }
  if (env.SUPABASE_URL && !(env.SUPABASE_PUBLISHABLE_KEY && env.SUPABASE_SECRET_KEY)) {
    throw new ConfigurationError(
      "SUPABASE_PUBLISHABLE_KEY: SUPABASE_URL requires SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY",
    );
  }
  if (!derived.isDemo && Boolean(env.ADMIN_EMAIL) !== Boolean(env.ADMIN_PASSWORD)) {
    throw new ConfigurationError("ADMIN_EMAIL: must be set together with ADMIN_PASSWORD");
  }
  if (derived.squareMode === "simulator" && env.SQUARE_APPLICATION_SECRET) {
    throw new ConfigurationError(
      "SQUARE_MODE: simulator cannot be combined with a real SQUARE_APPLICATION_SECRET",
    );
  }
  if (derived.squareMode === "simulator" && derived.publicUrl.startsWith("https:")) {
    throw new ConfigurationError("SQUARE_MODE: simulator cannot be used with an https PUBLIC_URL");
  }
  const isReal = derived.squareMode === "sandbox" || derived.squareMode === "production";
  if (isReal && !(env.SQUARE_APPLICATION_ID && env.SQUARE_APPLICATION_SECRET)) {
    throw new ConfigurationError(
      "SQUARE_APPLICATION_ID: this SQUARE_MODE requires SQUARE_APPLICATION_ID and SQUARE_APPLICATION_SECRET",
    );
  }
  const s3 = [env.S3_ENDPOINT, env.S3_BUCKET, env.S3_ACCESS_KEY_ID, env.S3_SECRET_ACCESS_KEY];
  if (s3.some(Boolean) && !s3.every(Boolean)) {
    throw new ConfigurationError(
      "S3_ENDPOINT: set all or none of S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY",
    );
  }
  const captcha = [env.CAPTCHA_PROVIDER, env.CAPTCHA_SITE_KEY, env.CAPTCHA_SECRET];
  if (captcha.some(Boolean) && !captcha.every(Boolean)) {
    throw new ConfigurationError(
      "CAPTCHA_PROVIDER: set all or none of CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY and CAPTCHA_SECRET",
    );
  }
}

// A path would be lost when links are built, and a user name or password would leak into them.
function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) {
    return false;
  }
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}

/** Whether the path is a directory, or its closest existing ancestor is one. */
function canBeDirectory(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats ? stats.isDirectory() : canBeDirectory(dirname(path));
  } catch {
    return false;
  }
}

function isAddressRange(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}
