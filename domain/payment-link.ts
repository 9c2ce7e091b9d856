/** Where Square shows invoices and checkouts: its own hosts, and never a page that sellers write themselves. */
const AT_SQUARE =
  /^https:\/\/((app\.)?squareup(sandbox)?\.com|(sandbox\.)?square\.link|checkout\.square\.site)(\/\S*)?$/;
/** This machine, or the pretended Square of a product reached by plain http, over a home network for example. */
const SIMULATED = /^http:\/\/((localhost|127\.0\.0\.1)(:\d+)?\/|[^\s@/]+\/square-simulator\/)\S*$/;

/**
 * An address a person may be sent to for paying or checking out, or null: Square's hosts over https, and the
 * simulator's pages. Never `javascript:`, another host, or a name and password in the address. The database checks the
 * same (access.is_payment_address); the server knows its mode and is stricter.
 */
export function paymentLink(address: string | null | undefined): string | null {
  return address && (AT_SQUARE.test(address) || SIMULATED.test(address)) ? address : null;
}
