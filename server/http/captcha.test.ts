import { expect, test } from "vitest";
import { createCaptchaVerifier } from "./captcha.ts";

type Sent = { url: string; form: Record<string, string> };

function createTestVerifier(
  provider: "turnstile" | "hcaptcha",
  response: () => Response | Promise<Response>,
) {
  const sent: Sent[] = [];
  const warnings: unknown[] = [];
  const verify = createCaptchaVerifier(
    { provider, siteKey: "site", secret: "secret" },
    {
      log: { warn: (...line: unknown[]) => warnings.push(line) },
      send: async (url, init) => {
        sent.push({
          url: String(url),
          form: Object.fromEntries(new URLSearchParams(String(init?.body))),
        });
        return response();
      },
    },
  );
  return { verify, sent, warnings };
}

test("sends secret, token and address to the provider and returns its result", async () => {
  const { verify, sent } = createTestVerifier("turnstile", () => Response.json({ success: true }));
  expect(await verify("answer", "198.51.100.7")).toBe(true);
  expect(sent).toEqual([
    {
      url: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
      form: { secret: "secret", response: "answer", remoteip: "198.51.100.7" },
    },
  ]);
});

test("sends the site key to hCaptcha, and no invalid address to any provider", async () => {
  const { verify, sent } = createTestVerifier("hcaptcha", () => Response.json({ success: false }));
  expect(await verify("answer", "in-process")).toBe(false);
  expect(sent[0]).toEqual({
    url: "https://api.hcaptcha.com/siteverify",
    form: { secret: "secret", response: "answer", sitekey: "site" },
  });
});

test.each([
  ["an error", () => new Response("no", { status: 500 })],
  ["something that is no verdict", () => new Response("<html>")],
  ["a verdict that is not true or false", () => Response.json({ success: "yes" })],
  ["nothing", () => Promise.reject(new Error("timed out"))],
])("treats %s as a failed check and logs it without the token", async (_name, response) => {
  const { verify, warnings } = createTestVerifier("turnstile", response);
  expect(await verify("the answer given", "198.51.100.7")).toBe(false);
  expect(warnings).toHaveLength(1);
  expect(JSON.stringify(warnings)).not.toContain("the answer given");
});
