/** Where Square shows invoices and checkouts: its own hosts, and never a page that sellers write themselves. */
const AT_SQUARE =
  /^https:\/\/((app\.)?squareup(sandbox)?\.com|(sandbox\.)?square\.link|checkout\.square\.site)(\/\S*)?$/;
const ON_THIS_MACHINE = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/\S*$/;
/** The pretended Square of a product that is reached by plain http, over a home network for example. */
const OF_THE_SIMULATOR = /^http:\/\/[^\s@/]+\/square-simulator\/\S*$/;

/**
 * An address a person may be sent to for paying or checking out, or null: Square's hosts over https, and the
 * simulator's pages. Never `javascript:`, another host, or a name and password in the address. The database checks the
 * same (access.is_payment_address); the server knows its mode and is stricter.
 */
export function paymentLink(address: string | null | undefined): string | null {
  if (!address) return null;
  return [AT_SQUARE, ON_THIS_MACHINE, OF_THE_SIMULATOR].some((allowed) => allowed.test(address))
    ? address
    : null;
}
