import type { Deliver } from "../options.ts";
import type { Delivery } from "../state/state.ts";
import type { WebhookSubscription } from "../wire/webhook.ts";
import { signatureOf } from "./sign.ts";
import type { WebhookTwist } from "./twists.ts";

export type AttemptResult = { status: number | null; reason: string | null };

/** Sends one notification. A `reason` means it failed: slow, refused, redirected or unreachable. */
export async function attemptDelivery(
  deliver: Deliver,
  delivery: Delivery,
  listener: WebhookSubscription,
  twist: WebhookTwist | null,
  { at, timeoutMs }: { at: Date; timeoutMs: number },
): Promise<AttemptResult> {
  const first = delivery.attempts[0]?.at ?? at.toISOString();
  const last = delivery.attempts.at(-1);
  const signedUrl = twist === "wrong-url" ? `${listener.notification_url}/` : listener.notification_url;
  const signature = signatureOf(listener.signature_key, signedUrl, delivery.body);
  // Re-indenting after signing is what a careless proxy or parser does.
  const body = twist === "re-indented" ? JSON.stringify(JSON.parse(delivery.body), null, 2) : delivery.body;
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "user-agent": "Square Connect v2 (simulated)",
    "x-square-hmacsha256-signature": twist === "bad-signature" ? spoiled(signature) : signature,
    "square-environment": "Sandbox",
    "square-initial-delivery-timestamp": first,
  };
  if (last) {
    headers["square-retry-number"] = String(delivery.attempts.length);
    headers["square-retry-reason"] = last.reason ?? "other_error";
  }
  const result = await send(deliver, listener.notification_url, { headers, body, timeoutMs });
  return twist === "lost-answer" && result.reason === null
    ? { status: null, reason: "http_timeout" }
    : result;
}

/** Another signature, whatever it begins with. */
function spoiled(signature: string): string {
  return `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
}

async function send(
  deliver: Deliver,
  url: string,
  { headers, body, timeoutMs }: { headers: Record<string, string>; body: string; timeoutMs: number },
): Promise<AttemptResult> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // An in-process listener ignores the signal, so the time limit must not depend on it.
  const limit = new Promise<"slow">((resolve) => {
    timer = setTimeout(() => {
      stop.abort();
      resolve("slow");
    }, timeoutMs);
  });
  try {
    const sent = deliver(url, { method: "POST", headers, body, redirect: "manual", signal: stop.signal });
    const response = await Promise.race([sent, limit]);
    if (response === "slow") {
      sent.catch(() => "the listener is no longer waited for");
      return { status: null, reason: "http_timeout" };
    }
    await response.body?.cancel();
    return { status: response.status, reason: response.ok ? null : "http_error" };
  } catch (error) {
    const code = error instanceof Error && error.cause instanceof Error ? `${error.cause}` : "";
    return { status: null, reason: /certificate|ssl|tls/i.test(code) ? "ssl_error" : "other_error" };
  } finally {
    clearTimeout(timer);
  }
}
