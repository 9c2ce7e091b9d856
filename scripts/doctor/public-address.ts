import { connect } from "node:tls";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import { describeError, type Finding, ok, problem, skipped } from "./finding.ts";
import { readJson, TIMEOUT_MS, tryFetch } from "./try-fetch.ts";

const DAY_MS = 86_400_000;
const MIN_CERTIFICATE_DAYS = 14;
const UnauthorizedResponse = z.object({ code: z.literal("not_authorized") });

/** Checks through the public address that the server responds with security headers and TLS, and that webhooks reach it. */
export async function checkPublicAddress(config: Config, now: Date): Promise<Finding[]> {
  const page = await tryFetch(config.publicUrl);
  if (typeof page === "string") {
    return [
      problem(
        "Address",
        `${config.publicUrl} does not respond: ${page}`,
        "Start the product, then check the proxy and the DNS record.",
      ),
    ];
  }
  return [
    page.ok
      ? ok("Address", `${config.publicUrl} responds`)
      : problem(
          "Address",
          `${config.publicUrl} responds with status ${page.status}`,
          "Check that the proxy forwards requests to the product.",
        ),
    checkHeaders(page, config),
    await checkCertificate(config.publicUrl, now),
    await checkWebhook(config),
  ];
}

function checkHeaders(page: Response, { publicUrl }: Config): Finding {
  const requiredHeaders = ["content-security-policy", "x-content-type-options", "cross-origin-opener-policy"];
  if (publicUrl.startsWith("https:")) {
    requiredHeaders.push("strict-transport-security");
  }
  const missingHeaders = requiredHeaders.filter((name) => !page.headers.get(name));
  if (missingHeaders.length === 0) {
    return ok("Headers", "all security headers are present");
  }
  return problem(
    "Headers",
    `missing: ${missingHeaders.join(", ")}`,
    "Make sure that the proxy does not remove them, and set PUBLIC_URL to the https address.",
  );
}

async function checkCertificate(publicUrl: string, now: Date): Promise<Finding> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== "https:") {
    if (hostname === "localhost") {
      return skipped("TLS", "not needed on localhost");
    }
    return problem(
      "TLS",
      "PUBLIC_URL uses http",
      "Put the product behind a proxy that terminates TLS, and set PUBLIC_URL to its https address.",
    );
  }
  const expiry = await readCertificateExpiry(hostname, Number(port || 443)).catch(describeError);
  if (typeof expiry === "string") {
    return problem("TLS", expiry, "Renew the certificate for this host name.");
  }
  const daysLeft = Math.floor((expiry.getTime() - now.getTime()) / DAY_MS);
  if (daysLeft >= MIN_CERTIFICATE_DAYS) {
    return ok("TLS", `the certificate is valid for ${daysLeft} days`);
  }
  return problem(
    "TLS",
    `the certificate expires in ${daysLeft} days`,
    "Renew it, or set up automatic renewal.",
  );
}

function readCertificateExpiry(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: TIMEOUT_MS }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.on("timeout", () => socket.destroy(new Error("timed out")));
    socket.on("error", reject);
  });
}

/** Checks that the server rejects an unsigned webhook. The error code shows that the response is not from a proxy. */
async function checkWebhook({ square }: Config): Promise<Finding> {
  if (square.mode === "off") {
    return skipped("Webhook", "SQUARE_MODE is off");
  }
  const response = await tryFetch(square.webhookUrl, { method: "POST", body: "{}" });
  const fix =
    "Square must be able to reach this URL. Check the proxy, and compare SQUARE_WEBHOOK_URL with the Square Developer Console.";
  if (typeof response === "string") {
    return problem("Webhook", `${square.webhookUrl} does not respond: ${response}`, fix);
  }
  if (response.status === 403 && UnauthorizedResponse.safeParse(await readJson(response)).success) {
    return ok("Webhook", `${square.webhookUrl} responds and rejects unsigned webhooks`);
  }
  return problem(
    "Webhook",
    `${square.webhookUrl} responds to an unsigned webhook with status ${response.status}`,
    fix,
  );
}
