import { useState } from "react";
import { useForm } from "react-hook-form";
import type { ListedInvoice } from "#app/api/admin/invoices.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import { AssignInvoice } from "#domain/invoices/assignment/assign-invoice.ts";
import { invoiceLabel } from "#domain/invoices/invoice-title.ts";
import { isKnownPayer, type Payer, payerLabel } from "#domain/square/payer.ts";
import { NewClientDialog } from "../clients/new-client-dialog.tsx";
import { ClientSelect } from "../forms/client-select.tsx";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";
import { useAssignment } from "./use-assignment.ts";

type AssignDialogProps = {
  invoice: Pick<ListedInvoice, "id" | "invoice_number">;
  payer: Payer | null;
  onClose: () => void;
};

const ASSIGN_ERROR = "We couldn't assign the invoice. Try again.";

/**
 * Form that assigns an invoice to a client, or to a new one. It suggests no client with the payer's company name, because
 * clients enter their company names themselves.
 */
export function AssignDialog({ invoice, payer, onClose }: AssignDialogProps) {
  const { assign } = useAssignment();
  const showAlert = useAlert();
  const [isCreating, setIsCreating] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(AssignInvoice),
    defaultValues: { clientId: "" },
  });
  if (isCreating) {
    return (
      <NewClientDialog
        values={{ company: payer?.payer_name ?? "", email: payer?.payer_email ?? "" }}
        onCreate={(clientId) =>
          assign
            .mutateAsync({ id: invoice.id, clientId })
            .catch((error: Error) => showAlert(errorMessage(error, ASSIGN_ERROR)))
        }
        onClose={onClose}
      />
    );
  }
  return (
    <GuardedFormDialog
      title={`Assign invoice ${invoiceLabel(invoice)}`}
      description="The client sees it in the portal right away. Emails to the client are delayed by 10 minutes, so that you can undo the assignment. Future syncs keep it."
      submitButton={{ label: "Assign", busyLabel: "Assigning..." }}
      subject="the assignment"
      isDirty={formState.isDirty}
      isPending={assign.isPending}
      error={assign.error}
      errorMessage={ASSIGN_ERROR}
      onSubmit={handleSubmit(({ clientId }) =>
        assign.mutate({ id: invoice.id, clientId }, { onSuccess: onClose }),
      )}
      onClose={onClose}
    >
      {payer && isKnownPayer(payer) && (
        <p className="wrap-anywhere text-14">
          Billed to <strong className="font-medium">{payerLabel(payer)}</strong>
        </p>
      )}
      <ClientSelect control={register("clientId")} error={formState.errors.clientId?.message} />
      <p>
        <Button type="button" size="small" onClick={() => setIsCreating(true)}>
          Create a client for this invoice
        </Button>
      </p>
    </GuardedFormDialog>
  );
}
