import { useMutation, useQueryClient } from "@tanstack/react-query";
import { backgroundWork, switchInvoiceMails } from "#app/api/admin-jobs.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { useToast } from "#app/ui/toast.tsx";
import type { InvoiceMails } from "#domain/background-work.ts";
import { wordsOf } from "../../lists/words-of.ts";

/** Whether clients are mailed about their invoices; kept the moment a box is ticked. */
export function InvoiceMailSwitches({ stored }: { stored: InvoiceMails }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const save = useMutation({
    mutationFn: switchInvoiceMails,
    onSuccess: () => showToast("Settings saved"),
    onError: (error) => showToast(wordsOf(error, "The setting could not be saved"), { tone: "negative" }),
    onSettled: () => queryClient.invalidateQueries(backgroundWork()),
  });
  // What was asked for shows at once, and what is stored when that was refused.
  const shown = save.isPending ? save.variables : stored;
  const change = (wanted: Partial<InvoiceMails>) => save.mutate({ ...shown, ...wanted });
  return (
    <section aria-labelledby="invoice-mails">
      <h3 id="invoice-mails" className="text-16">
        Mails to clients about invoices
      </h3>
      <p className="mt-1 mb-3 max-w-[60ch] text-13 text-muted">
        Each goes out once, to clients who can sign in. What happened while a mail was off is not told later.
        Square may send mails of its own, as each invoice there says.
      </p>
      <div className="grid gap-2">
        <Checkbox
          label="Tell clients of a new invoice"
          checked={shown.newInvoices}
          disabled={save.isPending}
          onChange={(event) => change({ newInvoices: event.currentTarget.checked })}
        />
        <Checkbox
          label="Tell clients when an invoice becomes overdue"
          checked={shown.overdue}
          disabled={save.isPending}
          onChange={(event) => change({ overdue: event.currentTarget.checked })}
        />
      </div>
    </section>
  );
}
