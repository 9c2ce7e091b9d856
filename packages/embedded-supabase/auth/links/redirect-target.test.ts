import { expect, test } from "vitest";
import { resolveRedirectTarget } from "./redirect-target.ts";

const PUBLIC_URL = "https://portal.example";
const resolve = (requestedUrl: string | null | undefined) =>
  resolveRedirectTarget(
    { publicUrl: PUBLIC_URL, allowedRedirectOrigins: ["https://preview.example:8443"] },
    requestedUrl,
  );

// See https://supabase.com/docs/guides/auth/redirect-urls
test.each([
  "https://portal.example/",
  "https://portal.example/reset-password?next=%2Fprojects#section",
  "https://preview.example:8443/reset-password",
])("%s is on an allowed origin", (url) => {
  expect(resolve(url)).toBe(url);
});

test.each([
  undefined,
  null,
  "",
  "reset-password",
  "/reset-password",
  "not a url",
])("%j is not an absolute URL, so the public URL is used", (url) => {
  expect(resolve(url)).toBe(PUBLIC_URL);
});

// OWASP ASVS 5.0, 3.7.2: redirects only to an allowlist.
test.each([
  "https://attacker.example/",
  "https://portal.example.attacker.example/",
  "https://attacker.example/https://portal.example/",
  "https://attacker.example#https://portal.example",
  "https://attacker.example\\@portal.example/",
  "https://portal.example@attacker.example/",
  "https://user:password@portal.example/",
  "https://user@portal.example/",
  "http://portal.example/",
  "https://portal.example:444/",
  "https://preview.example/",
  "https://sub.portal.example/",
  "https://portal.example./",
  "//attacker.example/",
  "///attacker.example/",
  "javascript:alert(1)//https://portal.example",
  "data:text/html,https://portal.example",
  "blob:https://portal.example/5f0c6a57",
  "ftp://portal.example/",
  "file:///etc/passwd",
  "https://portаl.example/",
])("%s redirects to the public URL instead", (url) => {
  expect(resolve(url)).toBe(PUBLIC_URL);
});

test("origins are compared after normalization", () => {
  expect(resolve("HTTPS://PORTAL.EXAMPLE:443/a/../b")).toBe("https://portal.example/b");
  expect(resolve(" https://portal.example/ ")).toBe("https://portal.example/");
  expect(resolve("https://portal.example\r\nSet-Cookie: a=b")).toBe(PUBLIC_URL);
});
