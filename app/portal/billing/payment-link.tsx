import { ExternalLink } from "lucide-react";
import type { ComponentProps } from "react";
import type { OwnInvoice } from "#app/api/invoices.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { CellPlace } from "#app/ui/table.tsx";
import { type InvoicePayAction, invoicePayAction } from "#domain/invoice.ts";
import { invoiceTitle } from "./invoice-title.ts";

type Looks = Pick<ComponentProps<typeof ButtonLink>, "size" | "tone" | "className">;
type PaymentLinkProps = Looks & { invoice: OwnInvoice; place?: CellPlace };

/** Opens the invoice's page at the payment provider in a new tab; nothing is drawn without one. */
export function PaymentLink({ invoice, place = "table", ...looks }: PaymentLinkProps) {
  const action = invoicePayAction(invoice);
  if (action.kind === "none") return null;
  const words = wordsOf(action.kind, place);
  return (
    <ButtonLink
      tone={action.kind === "pay" ? "secondary" : "quiet"}
      {...looks}
      to={action.address}
      aria-label={`${words}, ${invoiceTitle(invoice)} (opens in a new tab)`}
    >
      {words}
      <ExternalLink aria-hidden="true" className="size-3.5" />
    </ButtonLink>
  );
}

/** "View Receipt" only on the cards of phones (specification section 2). */
function wordsOf(kind: Exclude<InvoicePayAction["kind"], "none">, place: CellPlace): string {
  if (kind === "pay") return "Pay Now";
  return kind === "receipt" && place === "card" ? "View Receipt" : "View";
}
