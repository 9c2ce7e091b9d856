import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createSquareSimulator, MOUNT_PATH } from "#square-simulator/index.ts";

/** What the process below is told, as JSON in SQUARE_SELLER. */
export type SellerSetting = {
  port: number;
  productUrl: string;
  applicationId: string;
  applicationSecret: string;
  signatureKey: string;
  invoiceCount: number;
  clientEmail: string;
};

// The simulated Square in a process of its own, so that its work and memory are not counted as the product's.
if (import.meta.main) {
  const setting: SellerSetting = JSON.parse(process.env.SQUARE_SELLER ?? "{}");
  const simulator = createSquareSimulator({
    origin: `http://127.0.0.1:${setting.port}`,
    applicationId: setting.applicationId,
    applicationSecret: setting.applicationSecret,
    redirectUrls: [`${setting.productUrl}/api/oauth/square`],
    webhook: { url: `${setting.productUrl}/api/square/webhook`, signatureKey: setting.signatureKey },
    control: true,
    seed: { invoiceCount: setting.invoiceCount },
    demoCustomers: [
      { givenName: "Ada", familyName: "Moreno", companyName: "Bench", email: setting.clientEmail },
      { givenName: "Bo", familyName: "Lind", companyName: "Other", email: "other@firm.example" },
    ],
  });
  // The end of whoever started it is the end of it.
  process.stdin.resume().on("end", () => process.exit(0));
  const site = new Hono();
  site.route(MOUNT_PATH, simulator.app);
  serve({ fetch: site.fetch, port: setting.port, hostname: "127.0.0.1" }, () => console.log("listening"));
}
