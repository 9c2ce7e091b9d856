import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { setPaymentInvoice } from "#app/api/admin/milestones.ts";
import { invoiceOptionsQuery } from "#app/api/admin/proposals.ts";
import type { ListedPayment } from "#app/api/shared/proposals.ts";
import { refetchProposals } from "#app/api/shared/proposals-key.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { type Dollars, formatDollars, toCents } from "#domain/money/money.ts";
import { formatPaymentName } from "#domain/proposals/format-proposal.ts";

/** Records which invoice a payment of a proposal is billed with, such as one that was created in Square. */
export function LinkInvoiceDialog({ payment, onClose }: { payment: ListedPayment; onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { data: invoices } = useQuery(invoiceOptionsQuery(payment.client_id));
  // Invoices with the amount of the payment come first.
  const differs = (invoice: { amount: Dollars }) => Number(invoice.amount !== payment.amount);
  const sorted = invoices?.toSorted((a, b) => differs(a) - differs(b)) ?? [];
  const [invoiceId, setInvoiceId] = useState("");
  const save = useMutation({
    mutationFn: () => setPaymentInvoice(payment.id, invoiceId),
    onSuccess: async () => {
      showToast("Invoice linked");
      onClose();
      await refetchProposals(queryClient);
    },
  });
  return (
    <FormDialog
      title={`Link an invoice to the ${formatPaymentName(payment).toLowerCase()}`}
      description={`For ${formatDollars(toCents(payment.amount))}. Use this if you created the invoice in Square yourself.`}
      submitButton={{ label: "Link invoice", busyLabel: "Linking...", disabled: invoiceId === "" }}
      isPending={save.isPending}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {save.error && (
        <Banner tone="negative" urgent>
          {errorMessage(save.error, "We couldn't link the invoice. Try again.")}
        </Banner>
      )}
      <Select
        label="Invoice"
        required
        placeholder={invoices ? "Select an invoice" : "Loading invoices..."}
        hint={
          invoices?.length === 0 ? "This client has no invoice to link. Sync with Square first." : undefined
        }
        options={sorted.map(({ id, invoice_number, description, amount }) => ({
          value: id,
          label: [`#${invoice_number || "—"}`, formatDollars(toCents(amount)), description]
            .filter(Boolean)
            .join(", "),
        }))}
        value={invoiceId}
        onChange={(event) => setInvoiceId(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
