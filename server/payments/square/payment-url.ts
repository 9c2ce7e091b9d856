import { safePaymentUrl } from "#domain/invoices/payments/payment-link.ts";

/** Hosts of Square's payment pages by mode. The simulator uses the product's origin. */
const PAYMENT_HOSTS = {
  production: ["squareup.com", "app.squareup.com"],
  sandbox: ["squareupsandbox.com", "app.squareupsandbox.com"],
};

/** Returns the URL if clients may be sent to it, otherwise null. */
export type PaymentUrlCheck = (url: string | null | undefined) => string | null;

/** @param publicUrl the product's origin, which serves the simulator's payment pages */
export function createPaymentUrlCheck(
  mode: "simulator" | "sandbox" | "production",
  publicUrl: string,
): PaymentUrlCheck {
  const isAllowed =
    mode === "simulator"
      ? (url: URL) => url.origin === new URL(publicUrl).origin
      : (url: URL) =>
          url.protocol === "https:" && url.port === "" && PAYMENT_HOSTS[mode].includes(url.hostname);
  return (text) => {
    if (!text || !URL.canParse(text)) {
      return null;
    }
    const url = new URL(text);
    return isAllowed(url) ? safePaymentUrl(url.href) : null;
  };
}

/** Square's hosts for checkout links and subscription pages. */
const CHECKOUT_HOSTS = [
  "square.link",
  "checkout.square.site",
  ...PAYMENT_HOSTS.production,
  "sandbox.square.link",
  ...PAYMENT_HOSTS.sandbox,
];

/**
 * Checks a URL that an administrator enters for clients: a checkout link or a page for managing a subscription. Allows
 * Square's hosts in every mode, because the link can be created before the account is connected. Simulator mode also
 * allows the product's own pages.
 */
export function createCheckoutUrlCheck(
  mode: "off" | "simulator" | "sandbox" | "production",
  publicUrl: string,
): PaymentUrlCheck {
  return (text) => {
    if (!text || !URL.canParse(text)) {
      return null;
    }
    const url = new URL(text);
    const isSquareUrl = url.protocol === "https:" && url.port === "" && CHECKOUT_HOSTS.includes(url.hostname);
    const isOwnPage = mode === "simulator" && url.origin === new URL(publicUrl).origin;
    return isSquareUrl || isOwnPage ? safePaymentUrl(url.href) : null;
  };
}
