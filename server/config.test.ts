import { expect, test } from "vitest";
import { ConfigurationError, parseConfig, withPort } from "./config.ts";

test("defaults to the demo on port 3000 with the Square simulator", () => {
  const config = parseConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    isDemo: true,
    rateLimitScale: 1,
  });
  expect(config.square).toMatchObject({
    mode: "simulator",
    webhookUrl: "http://localhost:3000/api/square/webhook",
    simulatorControl: false,
  });
});

test("turns off the demo and Square when DATABASE_URL is set", () => {
  const config = parseConfig({ DATABASE_URL: "postgres://localhost/firm" });
  expect(config.isDemo).toBe(false);
  expect(config.square.mode).toBe("off");
});

test("accepts a database on a Unix socket", () => {
  const databaseUrl = "postgres://owner@/firm?host=%2Frun%2Fpostgresql";
  expect(parseConfig({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl);
});

test("treats an empty variable as unset", () => {
  expect(parseConfig({ PORT: "", SMTP_URL: "" }).port).toBe(3000);
});

test("uses the port assigned by the system in every URL", () => {
  const config = withPort(parseConfig({ PORT: "0" }), 4711);
  expect(config.publicUrl).toBe("http://localhost:4711");
  expect(config.square.webhookUrl).toBe("http://localhost:4711/api/square/webhook");
});

test("removes the trailing slash from PUBLIC_URL", () => {
  expect(parseConfig({ PUBLIC_URL: "https://portal.example.com/", SQUARE_MODE: "off" }).publicUrl).toBe(
    "https://portal.example.com",
  );
});

test.each([
  [{ PORT: "eighty" }, "PORT"],
  [{ PORT: "70000" }, "PORT"],
  [{ PUBLIC_URL: "portal.example.com" }, "PUBLIC_URL"],
  [{ PUBLIC_URL: "javascript:alert(1)" }, "PUBLIC_URL"],
  [{ PUBLIC_URL: "http://portal.example.com/site" }, "PUBLIC_URL"],
  [{ PUBLIC_URL: "http://owner:secret@portal.example.com" }, "PUBLIC_URL"],
  [{ DATABASE_URL: "mysql://localhost" }, "DATABASE_URL"],
  [{ DATABASE_URL: "postgres://[" }, "DATABASE_URL"],
  [{ DATA_DIR: "/dev/null" }, "DATA_DIR"],
  [{ DATA_DIR: "/dev/null/below" }, "DATA_DIR"],
  [{ SUPABASE_URL: "https://p.supabase.example" }, "DATABASE_URL"],
  [
    { SUPABASE_URL: "https://p.supabase.example", DATABASE_URL: "postgres://h/d" },
    "SUPABASE_PUBLISHABLE_KEY",
  ],
  [{ DEMO: "yes" }, "DEMO"],
  [{ SMTP_URL: "mail.example.com" }, "SMTP_URL"],
  [{ SMTP_URL: "smtp://[" }, "SMTP_URL"],
  [{ CONTACT_TO: "hello" }, "CONTACT_TO"],
  [{ MAIL_FROM: "hello" }, "MAIL_FROM"],
  [{ MAIL_FROM: "The Firm <hello>" }, "MAIL_FROM"],
  [{ MAIL_BOUNCE_TOKEN: "too short" }, "MAIL_BOUNCE_TOKEN"],
  [{ METRICS_TOKEN: "too short" }, "METRICS_TOKEN"],
  [{ SQUARE_MODE: "live" }, "SQUARE_MODE"],
  [{ SQUARE_MODE: "simulator", SQUARE_APPLICATION_SECRET: "sq0csp-real" }, "SQUARE_MODE"],
  [{ SQUARE_MODE: "simulator", PUBLIC_URL: "https://portal.example.com" }, "SQUARE_MODE"],
  [{ PUBLIC_URL: "https://portal.example.com" }, "SQUARE_MODE"],
  [{ SQUARE_MODE: "production" }, "SQUARE_APPLICATION_ID"],
  [{ ENCRYPTION_KEY: "dG9vIHNob3J0" }, "ENCRYPTION_KEY"],
  [{ TRUSTED_PROXIES: "10.0.0.0/8, proxy" }, "TRUSTED_PROXIES"],
  [{ RATE_LIMIT_SCALE: "0" }, "RATE_LIMIT_SCALE"],
  [{ CAPTCHA_PROVIDER: "turnstile" }, "CAPTCHA_PROVIDER"],
  [{ DEMO: "false", ADMIN_EMAIL: "owner@example.com" }, "ADMIN_EMAIL"],
  [{ ADMIN_PASSWORD: "short" }, "ADMIN_PASSWORD"],
  [{ ADMIN_PASSWORD: "ä".repeat(37) }, "ADMIN_PASSWORD"],
  [{ SQUARE_BASE_URL: "ftp://localhost" }, "SQUARE_BASE_URL"],
  [{ S3_ENDPOINT: "https://s3.example.com" }, "S3_ENDPOINT"],
  [{ S3_ENDPOINT: "s3.example.com" }, "S3_ENDPOINT"],
  [{ S3_BUCKET: "documents", S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "secret" }, "S3_ENDPOINT"],
  [{ CLAMAV_SOCKET: "clamd.sock" }, "CLAMAV_SOCKET"],
  [{ CLAMAV_SOCKET: "tcp://scanner" }, "CLAMAV_SOCKET"],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
])("rejects %o with a one-line message that names %s", (env, variable) => {
  let thrown: unknown;
  try {
    parseConfig(env);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ConfigurationError);
  expect(thrown).toMatchObject({ message: expect.stringMatching(new RegExp(`^${variable}: [^\\n]+$`)) });
});

test("uses S3 when endpoint, bucket and both keys are set", () => {
  const env = {
    S3_ENDPOINT: "https://s3.example.com",
    S3_BUCKET: "documents",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  expect(parseConfig(env).s3).toMatchObject({ bucket: "documents", region: "us-east-1" });
  expect(parseConfig({ ...env, S3_REGION: "eu-central-1" }).s3).toMatchObject({ region: "eu-central-1" });
  expect(parseConfig({}).s3).toBeNull();
});
