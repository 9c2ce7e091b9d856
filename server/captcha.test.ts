import { expect, test } from "vitest";
import { captchaVerifier } from "./captcha.ts";

type Sent = { url: string; form: Record<string, string> };

function aVerifier(provider: "turnstile" | "hcaptcha", answer: () => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const warnings: unknown[] = [];
  const verify = captchaVerifier(
    { provider, siteKey: "site", secret: "secret" },
    {
      log: { warn: (...line: unknown[]) => warnings.push(line) },
      send: async (url, init) => {
        sent.push({
          url: String(url),
          form: Object.fromEntries(new URLSearchParams(String(init?.body))),
        });
        return answer();
      },
    },
  );
  return { verify, sent, warnings };
}

test("the provider is asked with the secret, the answer and the address, and believed", async () => {
  const { verify, sent } = aVerifier("turnstile", () => Response.json({ success: true }));
  expect(await verify("answer", "198.51.100.7")).toBe(true);
  expect(sent).toEqual([
    {
      url: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
      form: { secret: "secret", response: "answer", remoteip: "198.51.100.7" },
    },
  ]);
});

test("hCaptcha is told the site key, and nobody an address that is none", async () => {
  const { verify, sent } = aVerifier("hcaptcha", () => Response.json({ success: false }));
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
])("%s counts as a no, and is logged without the answer", async (_name, answer) => {
  const { verify, warnings } = aVerifier("turnstile", answer);
  expect(await verify("the answer given", "198.51.100.7")).toBe(false);
  expect(warnings).toHaveLength(1);
  expect(JSON.stringify(warnings)).not.toContain("the answer given");
});
