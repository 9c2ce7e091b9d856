import { Link } from "react-router";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { sectionUrl } from "../section-url.ts";

type NewPaymentBannersProps = {
  /** A message for each payment, by invoice id. */
  messages: ReadonlyMap<string, string>;
  /** False on the page of the invoice. */
  hasLinks?: boolean;
};

/** Confirms the payments that arrived while the page is open. Screen readers announce each. */
export function NewPaymentBanners({ messages, hasLinks = true }: NewPaymentBannersProps) {
  return (
    <div role="status" className="grid gap-3 not-empty:mb-4">
      {Array.from(messages, ([invoiceId, text]) => (
        <Banner
          key={invoiceId}
          tone="positive"
          isAnnounced={false}
          action={
            hasLinks && (
              <Link
                to={sectionUrl("billing", { invoice: invoiceId })}
                className="inline-flex min-h-6 items-center rounded-small text-14 text-accent underline underline-offset-4"
              >
                View invoice
              </Link>
            )
          }
        >
          {text}
        </Banner>
      ))}
    </div>
  );
}
