import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  linkedInvoicesQuery,
  linkInvoices,
  PROJECT_INVOICES_KEY,
  type ProjectInvoice,
  unlinkedInvoicesQuery,
  unlinkInvoice,
} from "#app/api/admin/project-invoices.ts";
import { type ListedProject, refetchProjects } from "#app/api/admin/projects.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { linkedToast, selectedLabel } from "#domain/invoices/assignment/link-invoices.ts";
import { invoiceLabel } from "#domain/invoices/invoice-title.ts";
import { useUndo } from "../undo/use-undo.ts";
import { LinkedInvoiceList, UnlinkedInvoiceList } from "./invoice-lists.tsx";

const TOAST_DURATION_MS = 2000;

/** Dialog that links a client's invoices to a project and unlinks them. */
export function ManageInvoicesDialog({ listed, onClose }: { listed: ListedProject; onClose: () => void }) {
  const { project, company } = listed;
  const linked = useQuery({ ...linkedInvoicesQuery(project.id), staleTime: 0 });
  const unlinked = useQuery({ ...unlinkedInvoicesQuery(project.client_id), staleTime: 0 });
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showAlert = useAlert();
  const offerUndo = useUndo();
  const linkedHeading = useRef<HTMLHeadingElement>(null);

  // Skip selected invoices that have since been linked to another project.
  const selectedIds = (unlinked.data ?? [])
    .filter((invoice) => selection.has(invoice.id))
    .map(({ id }) => id);
  async function refresh() {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: [PROJECT_INVOICES_KEY] }),
      refetchProjects(queryClient),
    ]);
  }

  const link = useMutation({
    mutationFn: (invoiceIds: string[]) => linkInvoices({ projectId: project.id, invoiceIds }),
    onSuccess: (linkedCount) => {
      showToast(linkedToast(linkedCount), { duration: TOAST_DURATION_MS });
      setSelection(new Set());
      linkedHeading.current?.focus();
    },
    onError: (error) => void showAlert(errorMessage(error, "Failed to link invoices")),
    onSettled: refresh,
  });
  const unlink = useMutation({
    mutationFn: ({ id }: ProjectInvoice) => unlinkInvoice(id),
    onSuccess: (_result, invoice) => {
      offerUndo(`Unlinked ${invoiceLabel(invoice)}`, () => link.mutate([invoice.id]));
      // Move the focus, because the focused button is removed with its invoice.
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
      description={`${project.project_name} · ${company}`}
      footer={
        <div className="flex w-full flex-wrap items-center justify-between gap-3">
          <p role="status" className="tabular text-14 text-muted">
            {selectedLabel(selectedIds.length)}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={onClose}>Close</Button>
            <Button
              tone="primary"
              disabled={selectedIds.length === 0}
              busy={link.isPending}
              busyLabel="Linking..."
              onClick={() => link.mutate(selectedIds)}
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
        errorMessage="We couldn't load the linked invoices."
        loading={<Loading text="Loading invoices..." rows={2} />}
      >
        {(invoices) => (
          <LinkedInvoiceList
            invoices={invoices}
            unlinkingId={unlink.isPending ? unlink.variables.id : null}
            onUnlink={(invoice) => unlink.mutate(invoice)}
          />
        )}
      </Loaded>
      <h3 className="mt-6 mb-2 text-16">Unlinked invoices</h3>
      <Loaded
        query={unlinked}
        errorMessage="We couldn't load the unlinked invoices."
        loading={<Loading text="Loading invoices..." rows={3} />}
      >
        {(invoices) => (
          <UnlinkedInvoiceList invoices={invoices} selected={new Set(selectedIds)} onSelect={setSelection} />
        )}
      </Loaded>
    </Dialog>
  );
}
