import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { z } from "zod";

const booleanFlag = z.enum(["true", "false"]).transform((value) => value === "true");
const optionalText = z.string().min(1).optional();
/** `Number` reads blank text as 0, which is the port that the system assigns. */
const portNumber = z
  .string()
  .trim()
  .regex(/^\d+$/, "must be a port number")
  .transform(Number)
  .refine((port) => port <= 65_535, "must be a port number");
const longToken = z.string().min(16, "must be at least 16 characters");
const base64Key = z
  .string()
  .refine((text) => Buffer.from(text, "base64").length === 32, "must be 32 bytes in base64");

const webOrigin = z
  .string()
  .refine(isWebOrigin, "must be an origin such as https://portal.example.com, without a path")
  .transform((text) => new URL(text).origin);

/** For example "hello@firm.example" or "The Firm <hello@firm.example>". */
const emailSender = z
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
    // The URL of a database on a Unix socket has no host: postgres://user@/database?host=/directory
    .refine((text) => URL.canParse(text.replace("@/", "@localhost/")), "must be a valid URL");

/** An installation's environment variables with their defaults. */
export const Environment = z.object({
  PORT: portNumber.default(3000),
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
  DEMO: booleanFlag.optional(),
  SMTP_URL: urlSchema(/^smtps?:\/\//, "smtp://").optional(),
  MAIL_FROM: emailSender.optional(),
  CONTACT_TO: z.email("must be an email address").optional(),
  SQUARE_MODE: z.enum(["off", "simulator", "sandbox", "production"]).optional(),
  SQUARE_APPLICATION_ID: optionalText,
  SQUARE_APPLICATION_SECRET: optionalText,
  SQUARE_BASE_URL: urlSchema(/^https?:\/\//, "https://").optional(),
  SQUARE_WEBHOOK_SIGNATURE_KEY: optionalText,
  SQUARE_WEBHOOK_SIGNATURE_KEY_PREVIOUS: optionalText,
  SQUARE_WEBHOOK_URL: urlSchema(/^https?:\/\//, "https://").optional(),
  SQUARE_PERSONAL_ACCESS_TOKEN: optionalText,
  SQUARE_SIMULATOR_CONTROL: booleanFlag.default(false),
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
export type Environment = z.infer<typeof Environment>;

// A path would be lost when links are built, and a user name or password would appear in them.
function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) {
    return false;
  }
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}

/** Whether the path, or its closest existing ancestor, is a directory. */
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
