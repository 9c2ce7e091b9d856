import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { assignInvoice, type ListedInvoice } from "#app/data/admin-invoice-list.ts";
import { useToast } from "#app/ui/toast.tsx";
import { AssignInvoice } from "#domain/assign-invoice.ts";
import { ClientSelect } from "../forms/client-select.tsx";
import { FormDialog } from "../forms/form-dialog.tsx";

/** Chooses the client of an invoice that has none. */
export function AssignDialog({ invoice, onClose }: { invoice: ListedInvoice; onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(AssignInvoice),
    defaultValues: { clientId: "" },
  });
  const assign = useMutation({
    mutationFn: (chosen: AssignInvoice) => assignInvoice(invoice.id, chosen.clientId),
    onSuccess: async () => {
      showToast("Invoice assigned");
      onClose();
      // Balances, projects and figures may all count it from now on.
      await queryClient.invalidateQueries();
    },
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
      onSubmit={handleSubmit((chosen) => assign.mutate(chosen))}
      onClose={onClose}
    >
      <ClientSelect control={register("clientId")} error={formState.errors.clientId?.message} />
    </FormDialog>
  );
}
