const HTTPS = /^https:\/\/[^\s@/]+(\/\S*)?$/;
const ON_THIS_MACHINE = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/\S*$/;

/**
 * An address a person may be sent to for paying or checking out, or null. Only https, and plain http to this
 * machine for the demonstration: never `javascript:` or a name and password in the address. The database
 * checks the same (access.is_payment_address); the server checks the host besides.
 */
export function paymentLink(address: string | null | undefined): string | null {
  if (!address) return null;
  return HTTPS.test(address) || ON_THIS_MACHINE.test(address) ? address : null;
}
