import type { ComponentProps } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import type { CellLayout } from "#app/ui/data-display/table.tsx";
import { ExternalLink } from "#app/ui/icons.tsx";
import { type InvoicePayAction, invoicePayAction } from "#domain/invoices/invoice.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";

type ButtonStyleProps = Pick<ComponentProps<typeof ButtonLink>, "size" | "tone" | "className">;
type PaymentLinkProps = ButtonStyleProps & {
  invoice: Parameters<typeof invoicePayAction>[0] & { invoice_number: string };
  layout?: CellLayout;
};

/** Link that opens the invoice's payment page in a new tab. Renders nothing if there is no page. */
export function PaymentLink({ invoice, layout = "table", ...style }: PaymentLinkProps) {
  const action = invoicePayAction(invoice);
  if (action.kind === "none") {
    return null;
  }
  const label = actionLabel(action.kind, layout);
  return (
    <ButtonLink
      tone={action.kind === "pay" ? "secondary" : "quiet"}
      {...style}
      to={action.address}
      aria-label={`${label}, ${invoiceTitle(invoice)} (opens in a new tab)`}
    >
      {label}
      <ExternalLink aria-hidden="true" className="size-3.5" />
    </ButtonLink>
  );
}

/** Only phone cards use "View Receipt". */
function actionLabel(kind: Exclude<InvoicePayAction["kind"], "none">, layout: CellLayout): string {
  if (kind === "pay") {
    return "Pay Now";
  }
  return kind === "receipt" && layout === "card" ? "View Receipt" : "View";
}
