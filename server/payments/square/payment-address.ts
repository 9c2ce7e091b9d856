import { paymentLink } from "#domain/payment-link.ts";

/** Hosts on which Square shows payment pages, by mode; the simulator's are the product's own. */
const HOSTS = {
  production: ["squareup.com", "app.squareup.com"],
  sandbox: ["squareupsandbox.com", "app.squareupsandbox.com"],
};

/** Gives an address back if a client may be sent there to pay, else null. */
export type PaymentAddressCheck = (address: string | null | undefined) => string | null;

/** @param publicUrl the product's own origin, where the simulator's payment pages are. */
export function paymentAddressCheck(
  mode: "simulator" | "sandbox" | "production",
  publicUrl: string,
): PaymentAddressCheck {
  const isAllowed =
    mode === "simulator"
      ? (url: URL) => url.origin === new URL(publicUrl).origin
      : (url: URL) => url.protocol === "https:" && url.port === "" && HOSTS[mode].includes(url.hostname);
  return (address) => {
    if (!address || !URL.canParse(address)) return null;
    const url = new URL(address);
    return isAllowed(url) ? paymentLink(url.href) : null;
  };
}

/** Hosts of Square on which a seller's checkout links and subscription pages lie. */
const CHECKOUT_HOSTS = [
  "square.link",
  "checkout.square.site",
  ...HOSTS.production,
  "sandbox.square.link",
  ...HOSTS.sandbox,
];

/**
 * The check of an address an administrator types in for clients to follow: a checkout link, or where Manage leads.
 * Square's own hosts in every mode, as the link may be made before the account is connected; with the simulator the
 * product's own pages too.
 */
export function checkoutAddressCheck(
  mode: "off" | "simulator" | "sandbox" | "production",
  publicUrl: string,
): PaymentAddressCheck {
  return (address) => {
    if (!address || !URL.canParse(address)) return null;
    const url = new URL(address);
    const isSquare = url.protocol === "https:" && url.port === "" && CHECKOUT_HOSTS.includes(url.hostname);
    const isOurs = mode === "simulator" && url.origin === new URL(publicUrl).origin;
    return isSquare || isOurs ? paymentLink(url.href) : null;
  };
}
