import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Config, ConfigurationError, parseConfig, withPort } from "./config.ts";

const KEY = Buffer.alloc(32, 7).toString("base64");
const DATABASE_URL = "postgres://portal@db.example/portal";
const REAL_SQUARE = { SQUARE_APPLICATION_ID: "sq0idp-one", SQUARE_APPLICATION_SECRET: "sq0csp-one" };

test.each<[string, string, (config: Config) => unknown, unknown]>([
  ["PORT", "8080", ({ port }) => port, 8080],
  ["PORT", "0", ({ port }) => port, 0],
  ["PORT", "65535", ({ port }) => port, 65_535],
  ["HOST", "0.0.0.0", ({ host }) => host, "0.0.0.0"],
  ["HOST", "::", ({ host }) => host, "::"],
  [
    "DATABASE_URL",
    "postgresql://u:p@h:5433/d?sslmode=require",
    ({ databaseUrl }) => databaseUrl,
    "postgresql://u:p@h:5433/d?sslmode=require",
  ],
  ["DEMO", "false", ({ isDemo }) => isDemo, false],
  ["DEMO", "true", ({ isDemo }) => isDemo, true],
  [
    "SMTP_URL",
    "smtps://user:p%40ss@mail.example:465",
    ({ email }) => email.smtpUrl,
    "smtps://user:p%40ss@mail.example:465",
  ],
  ["MAIL_FROM", "hello@firm.example", ({ email }) => email.from, "hello@firm.example"],
  [
    "MAIL_FROM",
    "The Firm, Inc. <hello@firm.example>",
    ({ email }) => email.from,
    "The Firm, Inc. <hello@firm.example>",
  ],
  ["CONTACT_TO", "hello@firm.example", ({ email }) => email.contactTo, "hello@firm.example"],
  ["SQUARE_MODE", "off", ({ square }) => square.mode, "off"],
  [
    "SQUARE_BASE_URL",
    "http://127.0.0.1:9000/sim",
    ({ square }) => square.baseUrl,
    "http://127.0.0.1:9000/sim",
  ],
  [
    "SQUARE_WEBHOOK_URL",
    "https://hooks.example/square",
    ({ square }) => square.webhookUrl,
    "https://hooks.example/square",
  ],
  ["SQUARE_WEBHOOK_SIGNATURE_KEY_PREVIOUS", "old", ({ square }) => square.webhookSignatureKeyPrevious, "old"],
  ["SQUARE_PERSONAL_ACCESS_TOKEN", "EAAA", ({ square }) => square.personalAccessToken, "EAAA"],
  ["SQUARE_SIMULATOR_CONTROL", "true", ({ square }) => square.simulatorControl, true],
  ["CLAMAV_SOCKET", "/run/clamd.sock", ({ clamavSocket }) => clamavSocket, "/run/clamd.sock"],
  ["CLAMAV_SOCKET", "tcp://scanner:3310", ({ clamavSocket }) => clamavSocket, "tcp://scanner:3310"],
  ["ENCRYPTION_KEY", KEY, ({ encryption }) => encryption.key, KEY],
  ["ENCRYPTION_KEY_PREVIOUS", KEY, ({ encryption }) => encryption.previousKey, KEY],
  [
    "TRUSTED_PROXIES",
    " 10.0.0.0/8 ,, ::1,192.0.2.7",
    ({ trustedProxies }) => trustedProxies,
    ["10.0.0.0/8", "::1", "192.0.2.7"],
  ],
  ["RATE_LIMIT_SCALE", "2.5", ({ rateLimitScale }) => rateLimitScale, 2.5],
  ["RATE_LIMIT_SCALE", "0.1", ({ rateLimitScale }) => rateLimitScale, 0.1],
  ["METRICS_TOKEN", "0123456789abcdef", ({ metricsToken }) => metricsToken, "0123456789abcdef"],
  ["MAIL_BOUNCE_TOKEN", "0123456789abcdef", ({ mailBounceToken }) => mailBounceToken, "0123456789abcdef"],
  ["BACKUP_PASSPHRASE", "twelve chars", ({ backupPassphrase }) => backupPassphrase, "twelve chars"],
  ["LOG_LEVEL", "silent", ({ logLevel }) => logLevel, "silent"],
])("accepts %s=%s", (name, value, read, expected) => {
  expect(read(parseConfig({ [name]: value }))).toEqual(expected);
});

test.each([
  ["PORT", "80.5"],
  ["PORT", "-1"],
  ["PORT", "80a"],
  ["PORT", " "],
  ["PORT", "65536"],
  ["PUBLIC_URL", "https://portal.example.com/?a=1"],
  ["PUBLIC_URL", "https://portal.example.com/#top"],
  ["PUBLIC_URL", "//portal.example.com"],
  ["PUBLIC_URL", "file:///srv"],
  ["SUPABASE_URL", "p.supabase.example"],
  ["DEMO", "1"],
  ["DEMO", "TRUE"],
  ["SMTP_URL", "http://mail.example.com"],
  ["CONTACT_TO", "hello@firm.example, other@firm.example"],
  ["CONTACT_TO", "hello@firm.example\nBcc: all@firm.example"],
  ["MAIL_FROM", "The Firm <hello@firm.example> <other@firm.example"],
  ["MAIL_FROM", "hello@firm.example\r\nBcc: all@firm.example"],
  ["ADMIN_EMAIL", "owner"],
  ["SQUARE_MODE", "Production"],
  ["SQUARE_WEBHOOK_URL", "hooks.example/square"],
  ["SQUARE_SIMULATOR_CONTROL", "yes"],
  ["ENCRYPTION_KEY", "not base64"],
  ["ENCRYPTION_KEY", Buffer.alloc(33).toString("base64")],
  ["ENCRYPTION_KEY_PREVIOUS", "c2hvcnQ="],
  ["TRUSTED_PROXIES", "10.0.0.0/33"],
  ["TRUSTED_PROXIES", "10.0.0.0/8; 192.0.2.7"],
  ["RATE_LIMIT_SCALE", "-1"],
  ["RATE_LIMIT_SCALE", "many"],
  ["BACKUP_PASSPHRASE", "too short"],
  ["CAPTCHA_PROVIDER", "recaptcha"],
  ["S3_ENDPOINT", "ftp://s3.example.com"],
  ["CLAMAV_SOCKET", "tcp://scanner:port"],
])("rejects %s=%j with a one-line message that names the variable", (name, value) => {
  expect(() => parseConfig({ [name]: value })).toThrow(ConfigurationError);
  expect(() => parseConfig({ [name]: value })).toThrow(new RegExp(`^${name}: [^\\n]+$`));
});

test.each([
  "ADMIN_PASSWORD",
  "SQUARE_APPLICATION_SECRET",
  "ENCRYPTION_KEY",
  "METRICS_TOKEN",
  "BACKUP_PASSPHRASE",
])("does not include the value of %s in the error", (name) => {
  const secret = "s3cret!";
  const env = { [name]: secret, SQUARE_MODE: "simulator", SMTP_URL: `smtps://user:${secret}@[` };
  let message = "";
  try {
    parseConfig(env);
  } catch (error) {
    message = String(error);
  }
  expect(message).not.toBe("");
  expect(message).not.toContain(secret);
});

test("validates DATA_DIR without creating it", () => {
  const folder = mkdtempSync(join(tmpdir(), "config-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dataDir = join(folder, "a", "b");
  expect(parseConfig({ DATA_DIR: dataDir }).dataDir).toBe(dataDir);
  expect(() => rmSync(join(folder, "a"))).toThrow("ENOENT");
});

test("resolves a relative DATA_DIR against the working directory", () => {
  expect(parseConfig({ DATA_DIR: "state" }).dataDir).toBe(join(process.cwd(), "state"));
  expect(parseConfig({}).dataDir).toBe(join(process.cwd(), "data"));
});

describe("Square", () => {
  test.each(["sandbox", "production"])("requires both credentials in mode %s", (SQUARE_MODE) => {
    expect(parseConfig({ SQUARE_MODE, ...REAL_SQUARE, DATABASE_URL }).square).toMatchObject({
      mode: SQUARE_MODE,
    });
    for (const name of Object.keys(REAL_SQUARE)) {
      expect(() => parseConfig({ SQUARE_MODE, ...REAL_SQUARE, [name]: "" })).toThrow("SQUARE_APPLICATION_ID");
    }
  });

  test("uses PUBLIC_URL for webhooks unless SQUARE_WEBHOOK_URL is set", () => {
    const env = { PUBLIC_URL: "https://portal.example.com", SQUARE_MODE: "production", ...REAL_SQUARE };
    expect(parseConfig(env).square.webhookUrl).toBe("https://portal.example.com/api/square/webhook");
    const SQUARE_WEBHOOK_URL = "https://hooks.example/square";
    expect(withPort(parseConfig({ ...env, SQUARE_WEBHOOK_URL }), 4711).square.webhookUrl).toBe(
      SQUARE_WEBHOOK_URL,
    );
  });

  test("cannot be simulated with real credentials or with an https PUBLIC_URL", () => {
    expect(() => parseConfig({ ...REAL_SQUARE })).toThrow("SQUARE_MODE");
    expect(() => parseConfig({ PUBLIC_URL: "https://portal.example.com", SQUARE_MODE: "simulator" })).toThrow(
      "SQUARE_MODE: simulator cannot be used with an https PUBLIC_URL",
    );
  });
});

describe("dependent settings", () => {
  test.each([
    [{ S3_ENDPOINT: "https://s3.example.com", S3_BUCKET: "b", S3_ACCESS_KEY_ID: "k" }, "S3_ENDPOINT"],
    [{ CAPTCHA_PROVIDER: "hcaptcha", CAPTCHA_SITE_KEY: "k" }, "CAPTCHA_PROVIDER"],
    [{ CAPTCHA_SECRET: "s" }, "CAPTCHA_PROVIDER"],
    [{ DATABASE_URL, ADMIN_PASSWORD: "long-enough-1" }, "ADMIN_EMAIL"],
    [
      { SUPABASE_URL: "https://p.supabase.example", DATABASE_URL, SUPABASE_SECRET_KEY: "k" },
      "SUPABASE_PUBLISHABLE_KEY",
    ],
  ])("rejects the incomplete settings %o", (env, variable) => {
    expect(() => parseConfig(env)).toThrow(new RegExp(`^${variable}: `));
  });

  test("accepts a complete CAPTCHA configuration", () => {
    const env = { CAPTCHA_PROVIDER: "hcaptcha", CAPTCHA_SITE_KEY: "site", CAPTCHA_SECRET: "secret" };
    expect(parseConfig(env).captcha).toEqual({ provider: "hcaptcha", siteKey: "site", secret: "secret" });
    expect(parseConfig({}).captcha).toBeNull();
  });

  test("accepts ADMIN_EMAIL without a password in the demo, which generates one", () => {
    expect(parseConfig({ ADMIN_EMAIL: "owner@firm.example" }).admin).toEqual({
      email: "owner@firm.example",
      password: undefined,
    });
  });

  test("uses a hosted project with its URL, keys and database", () => {
    const env = {
      SUPABASE_URL: "https://p.supabase.example/",
      SUPABASE_PUBLISHABLE_KEY: "sb_publishable_1",
      SUPABASE_SECRET_KEY: "sb_secret_1",
      DATABASE_URL,
    };
    expect(parseConfig(env)).toMatchObject({
      isDemo: false,
      supabase: {
        url: "https://p.supabase.example",
        publishableKey: "sb_publishable_1",
        secretKey: "sb_secret_1",
      },
    });
  });
});

test("keeps an explicit PUBLIC_URL when PORT is 0", () => {
  const config = withPort(parseConfig({ PORT: "0", PUBLIC_URL: "http://localhost:8000" }), 4711);
  expect(config).toMatchObject({ port: 4711, publicUrl: "http://localhost:8000" });
  expect(config.square.webhookUrl).toBe("http://localhost:8000/api/square/webhook");
});
