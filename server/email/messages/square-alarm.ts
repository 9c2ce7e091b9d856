type Message = { subject: string; text: string };

/** To the firm: the connection to Square has ended without its doing; nothing follows Square until it is made again. */
export function squareConnectionLost(merchant: string, why: string, publicUrl: string): Message {
  return {
    subject: "The connection to Square has ended",
    text: [
      `The portal is no longer connected to the Square account of ${merchant}.`,
      why,
      "Invoices stay as they were at the last sync; payments made since then do not show.",
      `Connect to Square again:\n${publicUrl}/admin/square`,
    ].join("\n\n"),
  };
}

/** To the firm: access could not be renewed. It still lasts for a while, and renewing is tried again by itself. */
export function squareRenewalFailed(
  merchant: string,
  why: string,
  lastsUntil: Date | null,
  publicUrl: string,
): Message {
  const day = lastsUntil?.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  return {
    subject: "Access to Square could not be renewed",
    text: [
      `The portal’s access to the Square account of ${merchant} could not be renewed.`,
      why,
      day
        ? `It is tried again by itself. The present access ends on ${day}.`
        : "It is tried again by itself.",
      "If this mail comes again, connect anew.",
      `Look at the connection:\n${publicUrl}/admin/square`,
    ].join("\n\n"),
  };
}
