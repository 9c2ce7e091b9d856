import { Environment } from "#server/environment.ts";

/** Thrown for an invalid environment variable. The one-line message names the variable and the fix. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}

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
 * @throws {ConfigurationError} with a one-line message that names the variable and the fix.
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
      personalAccessToken: env.SQUARE_PERSONAL_ACCESS_TOKEN,
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

/** Returns the S3 store for documents, or null if they are stored on disk. */
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
  const isRealSquare = derived.squareMode === "sandbox" || derived.squareMode === "production";
  if (isRealSquare && !(env.SQUARE_APPLICATION_ID && env.SQUARE_APPLICATION_SECRET)) {
    throw new ConfigurationError(
      "SQUARE_APPLICATION_ID: this SQUARE_MODE requires SQUARE_APPLICATION_ID and SQUARE_APPLICATION_SECRET",
    );
  }
  const s3Settings = [env.S3_ENDPOINT, env.S3_BUCKET, env.S3_ACCESS_KEY_ID, env.S3_SECRET_ACCESS_KEY];
  if (s3Settings.some(Boolean) && !s3Settings.every(Boolean)) {
    throw new ConfigurationError(
      "S3_ENDPOINT: set all or none of S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY",
    );
  }
  const captchaSettings = [env.CAPTCHA_PROVIDER, env.CAPTCHA_SITE_KEY, env.CAPTCHA_SECRET];
  if (captchaSettings.some(Boolean) && !captchaSettings.every(Boolean)) {
    throw new ConfigurationError(
      "CAPTCHA_PROVIDER: set all or none of CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY and CAPTCHA_SECRET",
    );
  }
}
