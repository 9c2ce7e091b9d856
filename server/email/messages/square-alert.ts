import { button, type EmailContent, paragraph, reasonFootnote } from "#server/email/content.ts";

const ALERT_FOOTNOTE = reasonFootnote("this address receives alerts about the portal.");

/** Sent to the firm when the Square connection ended, but no administrator disconnected it. */
export function squareConnectionLost(merchant: string, cause: string, publicUrl: string): EmailContent {
  return {
    subject: `Square is disconnected: ${merchant}`,
    blocks: [
      paragraph(`The portal lost access to ${merchant}'s Square account. ${cause}`),
      paragraph("Reconnect Square. Invoices won't update until you reconnect."),
      button("Reconnect Square", `${publicUrl}/admin/square`),
      ALERT_FOOTNOTE,
    ],
  };
}

/** Sent to the firm when an access token could not be renewed but is still valid. */
export function squareRenewalFailed(
  merchant: string,
  cause: string,
  expiresAt: Date | null,
  publicUrl: string,
): EmailContent {
  const day = expiresAt?.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  return {
    subject: `Square access couldn't be renewed: ${merchant}`,
    blocks: [
      paragraph(
        `We couldn't renew access to ${merchant}'s Square account.${day ? ` Access expires on ${day}.` : ""} ${cause}`,
      ),
      paragraph("We'll retry automatically. If you get this email again, reconnect Square."),
      button("View connection", `${publicUrl}/admin/square`),
      ALERT_FOOTNOTE,
    ],
  };
}
