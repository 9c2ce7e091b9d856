import { useForm } from "react-hook-form";
import type { ListedInvoice } from "#app/api/admin/invoices.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { AssignInvoice } from "#domain/invoices/assignment/assign-invoice.ts";
import { ClientSelect } from "../forms/client-select.tsx";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";
import { useAssignment } from "./use-assignment.ts";

type AssignDialogProps = { invoice: Pick<ListedInvoice, "id" | "invoice_number">; onClose: () => void };

/** Form that assigns a client to an invoice. */
export function AssignDialog({ invoice, onClose }: AssignDialogProps) {
  const { assign } = useAssignment();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(AssignInvoice),
    defaultValues: { clientId: "" },
  });
  return (
    <GuardedFormDialog
      title={`Assign Invoice #${invoice.invoice_number}`}
      description="It will appear in the client's portal. Future syncs keep this assignment."
      submitButton={{ label: "Assign", busyLabel: "Assigning..." }}
      subject="the assignment"
      isDirty={formState.isDirty}
      isPending={assign.isPending}
      error={assign.error}
      errorMessage="We couldn't assign the invoice. Try again."
      onSubmit={handleSubmit(({ clientId }) =>
        assign.mutate({ id: invoice.id, clientId }, { onSuccess: onClose }),
      )}
      onClose={onClose}
    >
      <ClientSelect control={register("clientId")} error={formState.errors.clientId?.message} />
    </GuardedFormDialog>
  );
}
