import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  chooseDraftCustomer,
  customerChoicesQuery,
  type InvoiceDraft,
  refetchInvoiceDrafts,
} from "#app/api/admin/invoice-drafts.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";

/** Chooses which of several matching customers in Square receives the client's invoices. */
export function CustomerDialog({ draft, onClose }: { draft: InvoiceDraft; onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const customers = useQuery(customerChoicesQuery(draft.id));
  const [customerId, setCustomerId] = useState("");
  const choose = useMutation({
    mutationFn: () => chooseDraftCustomer(draft.id, customerId),
    onSuccess: () => {
      showToast("Customer saved");
      onClose();
    },
    onSettled: () => refetchInvoiceDrafts(queryClient),
  });
  return (
    <FormDialog
      title="Choose the customer in Square"
      description={`Receives this invoice and later ones for ${draft.company}.`}
      submitButton={{ label: "Save customer", busyLabel: "Saving...", disabled: customerId === "" }}
      isPending={choose.isPending}
      onSubmit={() => choose.mutate()}
      onClose={onClose}
    >
      {choose.error && (
        <Banner tone="negative" urgent>
          {errorMessage(choose.error, "We couldn't save the customer. Try again.")}
        </Banner>
      )}
      <Loaded
        query={customers}
        errorMessage="We couldn't load the customers from Square."
        loading={<Loading text="Loading customers..." rows={2} />}
        isSmall
      >
        {(list) => (
          <Select
            label="Customer"
            required
            placeholder="Select a customer"
            hint={describeUnavailable(list)}
            options={list
              .filter(({ company }) => company === null)
              .map(({ id, name, email }) => ({
                value: id,
                label: [name, email, id].filter(Boolean).join(", "),
              }))}
            value={customerId}
            onChange={(event) => setCustomerId(event.currentTarget.value)}
          />
        )}
      </Loaded>
    </FormDialog>
  );
}

/** Why matching customers can't be selected. */
function describeUnavailable(customers: ReadonlyArray<{ company: string | null }>): string | undefined {
  if (customers.length === 0) {
    return "No customer in Square matches the client. Add one in Square with the client's email address, then try again.";
  }
  const companies = [...new Set(customers.flatMap(({ company }) => company ?? []))];
  return companies.length > 0
    ? `Customers of other clients aren't listed: ${companies.join(", ")}.`
    : undefined;
}
