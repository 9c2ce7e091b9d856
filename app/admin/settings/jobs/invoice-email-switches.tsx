import { useQueryClient } from "@tanstack/react-query";
import { jobsOverviewQuery, saveInvoiceEmailSettings } from "#app/api/admin/settings/jobs.ts";
import { useAutosave } from "#app/components/use-autosave.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import type { InvoiceEmailSettings } from "#domain/jobs/job-status.ts";

/** Checkboxes for the invoice emails to clients. A change is saved immediately. */
export function InvoiceEmailSwitches({ stored }: { stored: InvoiceEmailSettings }) {
  const queryClient = useQueryClient();
  const [settings, change] = useAutosave({
    name: "invoice emails",
    stored,
    savedMessage: "Settings saved",
    failedMessage: "We couldn't save the setting. Try again.",
    save: (changed) =>
      saveInvoiceEmailSettings(changed).finally(() => queryClient.invalidateQueries(jobsOverviewQuery())),
  });
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
          onChange={(event) => change({ newInvoices: event.currentTarget.checked })}
        />
        <Checkbox
          label="Payment due in 3 days, and invoice overdue"
          checked={settings.overdue}
          onChange={(event) => change({ overdue: event.currentTarget.checked })}
        />
      </div>
    </section>
  );
}
