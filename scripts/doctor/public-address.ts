import { connect } from "node:tls";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import { ask, jsonOf, WITHIN_MS } from "./ask.ts";
import { type Finding, ok, problem, reasonOf, skipped } from "./finding.ts";

const DAY_MS = 86_400_000;
const LEAST_DAYS = 14;
const OurRefusal = z.object({ code: z.literal("not_authorized") });

/** Looks at the product from outside: does its address answer, safely, and can Square's notifications reach it? */
export async function lookAtPublicAddress(config: Config, now: Date): Promise<Finding[]> {
  const page = await ask(config.publicUrl);
  if (!(page instanceof Response))
    return [
      problem(
        "Address",
        `${config.publicUrl} does not answer: ${page}`,
        "Start the product; check the proxy and the name's DNS entry.",
      ),
    ];
  return [
    page.ok
      ? ok("Address", `${config.publicUrl} answers`)
      : problem(
          "Address",
          `${config.publicUrl} answers ${page.status}`,
          "Does the proxy hand requests on to this product?",
        ),
    headersOf(page, config),
    await certificate(config.publicUrl, now),
    await webhook(config),
  ];
}

function headersOf(page: Response, { publicUrl }: Config): Finding {
  const wanted = ["content-security-policy", "x-content-type-options", "cross-origin-opener-policy"];
  if (publicUrl.startsWith("https:")) wanted.push("strict-transport-security");
  const missing = wanted.filter((name) => !page.headers.get(name));
  if (missing.length === 0) return ok("Headers", "all that protect pages arrive");
  return problem(
    "Headers",
    `missing: ${missing.join(", ")}`,
    "The product sends them: stop the proxy from taking them away, and set PUBLIC_URL to the https address.",
  );
}

async function certificate(publicUrl: string, now: Date): Promise<Finding> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== "https:") {
    if (hostname === "localhost") return skipped("TLS", "not needed on localhost");
    return problem(
      "TLS",
      "PUBLIC_URL is http",
      "Put a proxy that speaks TLS in front and set PUBLIC_URL to its https address.",
    );
  }
  const end = await endOfCertificate(hostname, Number(port || 443)).catch(reasonOf);
  if (typeof end === "string") return problem("TLS", end, "Renew the certificate, for this very name.");
  const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS);
  if (days >= LEAST_DAYS) return ok("TLS", `the certificate is good for ${days} days`);
  return problem("TLS", `the certificate ends in ${days} days`, "Renew it; better, let it renew itself.");
}

function endOfCertificate(host: string, port: number): Promise<Date> {
  return new Promise((found, failed) => {
    const socket = connect({ host, port, servername: host, timeout: WITHIN_MS }, () => {
      found(new Date(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.on("timeout", () => socket.destroy(new Error("no answer")));
    socket.on("error", failed);
  });
}

/** An unsigned notification must be refused by us, in our words: a proxy of its own rules answers 401 or 403 too. */
async function webhook({ square }: Config): Promise<Finding> {
  if (square.mode === "off") return skipped("Webhook", "SQUARE_MODE is off");
  const answer = await ask(square.webhookUrl, { method: "POST", body: "{}" });
  const todo =
    "Square must reach this address from outside: check the proxy, and SQUARE_WEBHOOK_URL against Square's developer page.";
  if (!(answer instanceof Response))
    return problem("Webhook", `${square.webhookUrl} does not answer: ${answer}`, todo);
  if (answer.status === 403 && OurRefusal.safeParse(await jsonOf(answer)).success)
    return ok("Webhook", `${square.webhookUrl} answers and refuses what is not signed`);
  return problem(
    "Webhook",
    `${square.webhookUrl} answers ${answer.status} to an unsigned notification`,
    todo,
  );
}
