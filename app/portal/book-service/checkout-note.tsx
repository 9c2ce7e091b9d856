import { CopyButton } from "#app/components/copy-button.tsx";
import { useCurrentClient } from "../current-client.ts";

/**
 * What to enter in the checkout. Its link belongs to the plan and can't be prefilled, so Square asks for the name and the
 * email address again.
 */
export function CheckoutNote() {
  const { email } = useCurrentClient();
  return (
    <section
      aria-labelledby="checkout-note"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-medium border border-line bg-surface p-4 sm:px-5"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="checkout-note" className="font-medium text-14">
          What to enter at checkout
        </h2>
        <p className="mt-1 text-14 text-muted">
          Checkout opens at Square in a new tab, where you enter your name and email again. Use{" "}
          <strong className="wrap-anywhere font-medium text-text">{email}</strong>, so that the plan appears
          here automatically.
        </p>
      </div>
      <CopyButton text={email} noun="email" copiedMessage="Email copied" />
    </section>
  );
}
