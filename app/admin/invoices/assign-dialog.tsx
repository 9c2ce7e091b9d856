import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { ListedInvoice } from "#app/api/admin-invoice-list.ts";
import { AssignInvoice } from "#domain/assign-invoice.ts";
import { ClientSelect } from "../forms/client-select.tsx";
import { FormDialog } from "../forms/form-dialog.tsx";
import { useAssignment } from "./use-assignment.ts";

/** Chooses the client of an invoice that has none. */
export function AssignDialog({ invoice, onClose }: { invoice: ListedInvoice; onClose: () => void }) {
  const { assign } = useAssignment();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(AssignInvoice),
    defaultValues: { clientId: "" },
  });
  return (
    <FormDialog
      title={`Assign Invoice #${invoice.invoice_number}`}
      description="The client sees it in the portal from then on. Later syncs keep your choice."
      act={{ label: "Assign", busyLabel: "Assigning..." }}
      what="the choice"
      isDirty={formState.isDirty}
      isPending={assign.isPending}
      error={assign.error}
      failed="Failed to assign the invoice"
      onSubmit={handleSubmit(({ clientId }) =>
        assign.mutate({ id: invoice.id, clientId }, { onSuccess: onClose }),
      )}
      onClose={onClose}
    >
      <ClientSelect control={register("clientId")} error={formState.errors.clientId?.message} />
    </FormDialog>
  );
}
