import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { activeClients } from "#app/data/admin-clients.ts";
import { assignInvoice, type ListedInvoice } from "#app/data/admin-invoice-list.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Select } from "#app/ui/select.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { AssignInvoice } from "#domain/assign-invoice.ts";
import { wordsOf } from "../lists/words-of.ts";

/** Chooses the client of an invoice that has none. */
export function AssignDialog({ invoice, onClose }: { invoice: ListedInvoice; onClose: () => void }) {
  const formId = useId();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const clients = useQuery(activeClients());
  const [clientId, setClientId] = useState("");
  const [problem, setProblem] = useState<string>();
  const assign = useMutation({
    mutationFn: (chosen: string) => assignInvoice(invoice.id, chosen),
    onSuccess: async () => {
      showToast("Invoice assigned");
      onClose();
      // Balances, projects and figures may all count it from now on.
      await queryClient.invalidateQueries();
    },
  });
  function submit() {
    const answer = AssignInvoice.safeParse({ clientId });
    setProblem(answer.error?.issues[0]?.message);
    if (answer.success) assign.mutate(answer.data.clientId);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Assign Invoice #${invoice.invoice_number}`}
      description="The client sees it in the portal from then on. Later syncs keep your choice."
      footer={
        <>
          <Button onClick={onClose} disabled={assign.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} tone="primary" busy={assign.isPending} busyLabel="Assigning...">
            Assign
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="grid gap-4"
      >
        {(assign.error ?? clients.error) && (
          <Banner tone="negative" urgent>
            {assign.error ? wordsOf(assign.error, "Failed to assign the invoice") : "Failed to load clients"}
          </Banner>
        )}
        <Select
          label="Client"
          required
          placeholder={clients.isPending ? "Loading clients..." : "Select a client"}
          options={(clients.data ?? []).map(({ id, company }) => ({ value: id, label: company }))}
          value={clientId}
          onChange={(event) => setClientId(event.currentTarget.value)}
          error={problem}
        />
      </form>
    </Dialog>
  );
}
