import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  linkedInvoices,
  linkInvoices,
  PROJECT_INVOICES,
  type ProjectInvoice,
  unlinkedInvoices,
  unlinkInvoice,
} from "#app/api/admin-invoices.ts";
import { type ListedProject, PROJECT_LIST } from "#app/api/admin-projects.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { useAlert } from "#app/ui/alert-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { linkedToast, selectedWords } from "#domain/link-invoices.ts";
import { wordsOf } from "../lists/words-of.ts";
import { useUndo } from "../undo/use-undo.ts";
import { LinkedInvoiceList, nameOf, UnlinkedInvoiceList } from "./invoice-lists.tsx";

/** Milliseconds the toast stays (specification section 8). */
const TOAST = 2000;

/** The invoices of a project: takes linked ones off it, and links more of its client's. */
export function ManageInvoicesDialog({ listed, onClose }: { listed: ListedProject; onClose: () => void }) {
  const { project, company } = listed;
  const linked = useQuery({ ...linkedInvoices(project.id), staleTime: 0 });
  const unlinked = useQuery({ ...unlinkedInvoices(project.client_id), staleTime: 0 });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showAlert = useAlert();
  const offerUndo = useUndo();
  const linkedHeading = useRef<HTMLHeadingElement>(null);

  // An invoice that was linked elsewhere meanwhile is chosen no more.
  const selected = (unlinked.data ?? []).filter((invoice) => chosen.has(invoice.id)).map(({ id }) => id);
  async function refresh() {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: [PROJECT_INVOICES] }),
      queryClient.invalidateQueries({ queryKey: [PROJECT_LIST] }),
    ]);
  }

  const link = useMutation({
    mutationFn: (invoiceIds: string[]) => linkInvoices({ projectId: project.id, invoiceIds }),
    onSuccess: (linkedCount) => {
      showToast(linkedToast(linkedCount), { duration: TOAST });
      setChosen(new Set());
      linkedHeading.current?.focus();
    },
    onError: (error) => void showAlert(wordsOf(error, "Failed to link invoices")),
    onSettled: refresh,
  });
  const unlink = useMutation({
    mutationFn: ({ id }: ProjectInvoice) => unlinkInvoice(id),
    onSuccess: (_nothing, invoice) => {
      offerUndo(`Unlinked ${nameOf(invoice)}`, () => link.mutate([invoice.id]));
      // The button that was pressed goes with its invoice.
      linkedHeading.current?.focus();
    },
    onError: () => void showAlert("Failed to unlink invoice"),
    onSettled: refresh,
  });

  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="Manage Invoices"
      description={`${project.project_name}, ${company}`}
      footer={
        <div className="flex w-full flex-wrap items-center justify-between gap-3">
          <p role="status" className="tabular text-14 text-muted">
            {selectedWords(selected.length)}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={onClose}>Close</Button>
            <Button
              tone="primary"
              disabled={selected.length === 0}
              busy={link.isPending}
              busyLabel="Linking..."
              onClick={() => link.mutate(selected)}
            >
              Link Selected
            </Button>
          </div>
        </div>
      }
    >
      <h3 ref={linkedHeading} tabIndex={-1} className="mb-2 text-16 outline-none">
        Linked invoices
      </h3>
      <Loaded
        query={linked}
        failed="The linked invoices could not be loaded."
        loading={<Loading text="Loading invoices..." rows={2} />}
      >
        {(invoices) => (
          <LinkedInvoiceList
            invoices={invoices}
            unlinking={unlink.isPending ? unlink.variables.id : null}
            onUnlink={(invoice) => unlink.mutate(invoice)}
          />
        )}
      </Loaded>
      <h3 className="mt-6 mb-2 text-16">Unlinked invoices of this client</h3>
      <Loaded
        query={unlinked}
        failed="The unlinked invoices could not be loaded."
        loading={<Loading text="Loading invoices..." rows={3} />}
      >
        {(invoices) => (
          <UnlinkedInvoiceList invoices={invoices} selected={new Set(selected)} onSelect={setChosen} />
        )}
      </Loaded>
    </Dialog>
  );
}
