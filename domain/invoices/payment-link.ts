/** Hosts where Square serves invoices and checkouts, excluding pages whose content sellers control. */
const SQUARE_URL =
  /^https:\/\/((app\.)?squareup(sandbox)?\.com|(sandbox\.)?square\.link|checkout\.square\.site)(\/\S*)?$/;
/** Local addresses, and the Square simulator of an installation reached over plain http. */
const SIMULATOR_URL = /^http:\/\/((localhost|127\.0\.0\.1)(:\d+)?\/|[^\s@/]+\/square-simulator\/)\S*$/;

/**
 * Returns the URL when it is safe to send a client there to pay, otherwise null. Allows Square's hosts over https and
 * the simulator's pages. Rejects other schemes and hosts, and URLs with credentials. The database applies the same rule
 * (access.is_payment_url). The server is stricter, because it also checks the configured mode.
 */
export function safePaymentUrl(address: string | null | undefined): string | null {
  return address && (SQUARE_URL.test(address) || SIMULATOR_URL.test(address)) ? address : null;
}
