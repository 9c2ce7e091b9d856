/** Hosts where Square serves invoices and checkouts, excluding pages whose content sellers control. */
const SQUARE_URL =
  /^https:\/\/((app\.)?squareup(sandbox)?\.com|(sandbox\.)?square\.link|checkout\.square\.site)(\/\S*)?$/;
/** The Square simulator. Its pages are served over plain http only. */
const SIMULATOR_URL = /^http:\/\/[^\s@/]+\/square-simulator\/\S*$/;

/**
 * Returns the URL when it is safe to send a client there to pay, otherwise null. Allows Square's hosts over https and
 * the simulator's pages. Rejects other schemes and hosts, and URLs with credentials. The database applies the same rule
 * (access.is_payment_url), but stores links to the simulator only in simulator mode. The server also checks the mode.
 */
export function safePaymentUrl(address: string | null | undefined): string | null {
  return address && (SQUARE_URL.test(address) || SIMULATOR_URL.test(address)) ? address : null;
}
