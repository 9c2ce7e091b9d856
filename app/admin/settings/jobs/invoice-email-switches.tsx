import { useMutation, useQueryClient } from "@tanstack/react-query";
import { jobsOverviewQuery, saveInvoiceEmailSettings } from "#app/api/admin/settings/jobs.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import type { InvoiceEmailSettings } from "#domain/jobs/job-status.ts";

/** Checkboxes for the invoice emails to clients. A change is saved immediately. */
export function InvoiceEmailSwitches({ stored }: { stored: InvoiceEmailSettings }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const save = useMutation({
    mutationFn: saveInvoiceEmailSettings,
    onSuccess: () => showToast("Settings saved"),
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't save the setting. Try again."), { tone: "negative" }),
    onSettled: () => queryClient.invalidateQueries(jobsOverviewQuery()),
  });
  // Optimistic update: show the new settings while saving, and the stored settings after an error.
  const settings = save.isPending ? save.variables : stored;
  const saveChanges = (changes: Partial<InvoiceEmailSettings>) => save.mutate({ ...settings, ...changes });
  return (
    <section aria-labelledby="invoice-emails">
      <h3 id="invoice-emails" className="text-16">
        Invoice emails to clients
      </h3>
      <p className="mt-1 mb-3 max-w-[60ch] text-13 text-muted">
        Each email is sent once, to clients with portal access. Turning an email on doesn't send it for older
        invoices. Depending on the invoice, Square may also email the client.
      </p>
      <div className="grid gap-2">
        <Checkbox
          label="New invoice"
          checked={settings.newInvoices}
          disabled={save.isPending}
          onChange={(event) => saveChanges({ newInvoices: event.currentTarget.checked })}
        />
        <Checkbox
          label="Payment due in 3 days, and invoice overdue"
          checked={settings.overdue}
          disabled={save.isPending}
          onChange={(event) => saveChanges({ overdue: event.currentTarget.checked })}
        />
      </div>
    </section>
  );
}
