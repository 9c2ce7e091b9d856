import type { DeliverWebhook } from "../options.ts";
import type { Delivery } from "../state/state.ts";
import type { WebhookSubscription } from "../wire/webhook.ts";
import { signWebhook } from "./signature.ts";
import type { WebhookFault } from "./webhook-faults.ts";

export type AttemptResult = { status: number | null; reason: string | null };

/** Sends one webhook. A non-null `reason` means that it failed: timed out, rejected, redirected or unreachable. */
export async function attemptDelivery(
  deliver: DeliverWebhook,
  delivery: Delivery,
  listener: WebhookSubscription,
  fault: WebhookFault | null,
  { at, timeoutMs }: { at: Date; timeoutMs: number },
): Promise<AttemptResult> {
  const firstAttemptAt = delivery.attempts[0]?.at ?? at.toISOString();
  const lastAttempt = delivery.attempts.at(-1);
  const signedUrl = fault === "wrong-url" ? `${listener.notification_url}/` : listener.notification_url;
  const signature = signWebhook(listener.signature_key, signedUrl, delivery.body);
  // Simulates a proxy that reformats the body after it was signed.
  const body = fault === "re-indented" ? JSON.stringify(JSON.parse(delivery.body), null, 2) : delivery.body;
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "user-agent": "Square Connect v2 (simulated)",
    "x-square-hmacsha256-signature": fault === "bad-signature" ? corruptSignature(signature) : signature,
    "square-environment": "Sandbox",
    "square-initial-delivery-timestamp": firstAttemptAt,
  };
  if (lastAttempt) {
    headers["square-retry-number"] = String(delivery.attempts.length);
    headers["square-retry-reason"] = lastAttempt.reason ?? "other_error";
  }
  const result = await send(deliver, listener.notification_url, { headers, body, timeoutMs });
  return fault === "lost-response" && result.reason === null
    ? { status: null, reason: "http_timeout" }
    : result;
}

/** Changes the first character, so that the signature never verifies. */
function corruptSignature(signature: string): string {
  return `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
}

async function send(
  deliver: DeliverWebhook,
  url: string,
  { headers, body, timeoutMs }: { headers: Record<string, string>; body: string; timeoutMs: number },
): Promise<AttemptResult> {
  const abortController = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // An in-process listener may ignore the abort signal, so the timeout must not depend on it.
  const timeout = new Promise<"timeout">((resolve) => {
    timer = setTimeout(() => {
      abortController.abort();
      resolve("timeout");
    }, timeoutMs);
  });
  try {
    const pendingResponse = deliver(url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: abortController.signal,
    });
    const response = await Promise.race([pendingResponse, timeout]);
    if (response === "timeout") {
      // The attempt has already timed out, so a later error is ignored.
      pendingResponse.catch(() => {});
      return { status: null, reason: "http_timeout" };
    }
    await response.body?.cancel();
    return { status: response.status, reason: response.ok ? null : "http_error" };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? `${error.cause}` : "";
    return { status: null, reason: /certificate|ssl|tls/i.test(cause) ? "ssl_error" : "other_error" };
  } finally {
    clearTimeout(timer);
  }
}
