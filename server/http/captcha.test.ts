import { expect, test } from "vitest";
import { createCaptchaVerifier } from "./captcha.ts";

type SentRequest = { url: string; form: Record<string, string> };

function createTestVerifier(
  provider: "turnstile" | "hcaptcha",
  response: () => Response | Promise<Response>,
) {
  const sentRequests: SentRequest[] = [];
  const warnings: unknown[] = [];
  const verify = createCaptchaVerifier(
    { provider, siteKey: "site", secret: "secret" },
    {
      log: { warn: (...line: unknown[]) => warnings.push(line) },
      send: async (url, init) => {
        sentRequests.push({
          url: String(url),
          form: Object.fromEntries(new URLSearchParams(String(init?.body))),
        });
        return response();
      },
    },
  );
  return { verify, sentRequests, warnings };
}

test("sends the secret, token and address to the provider and returns its result", async () => {
  const { verify, sentRequests } = createTestVerifier("turnstile", () => Response.json({ success: true }));
  expect(await verify("captcha-token", "198.51.100.7")).toBe(true);
  expect(sentRequests).toEqual([
    {
      url: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
      form: { secret: "secret", response: "captcha-token", remoteip: "198.51.100.7" },
    },
  ]);
});

test("sends the site key to hCaptcha and omits an invalid address", async () => {
  const { verify, sentRequests } = createTestVerifier("hcaptcha", () => Response.json({ success: false }));
  expect(await verify("captcha-token", "in-process")).toBe(false);
  expect(sentRequests[0]).toEqual({
    url: "https://api.hcaptcha.com/siteverify",
    form: { secret: "secret", response: "captcha-token", sitekey: "site" },
  });
});

test.each([
  ["an error", () => new Response("no", { status: 500 })],
  ["a response that is not JSON", () => new Response("<html>")],
  ["a result that is not a boolean", () => Response.json({ success: "yes" })],
  ["no response", () => Promise.reject(new Error("timed out"))],
])("treats %s as a failed verification and logs it without the token", async (_name, response) => {
  const { verify, warnings } = createTestVerifier("turnstile", response);
  expect(await verify("the-captcha-token", "198.51.100.7")).toBe(false);
  expect(warnings).toHaveLength(1);
  expect(JSON.stringify(warnings)).not.toContain("the-captcha-token");
});
