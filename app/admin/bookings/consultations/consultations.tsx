import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  CONSULTATIONS_KEY,
  type ConsultationFilter,
  consultationConflictsQuery,
  consultationListQuery,
  type ListedConsultation,
  markNoShow,
} from "#app/api/admin/consultations.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { CalendarCheck } from "#app/ui/icons.tsx";
import { useAlert, useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { ListScreen } from "../../lists/list-screen.tsx";
import { useListParams } from "../../lists/use-list-params.ts";
import { CancelConsultationDialog } from "./cancel-consultation-dialog.tsx";
import { ConsultationCard } from "./consultation-card.tsx";
import { createConsultationColumns } from "./consultation-columns.tsx";
import { ConsultationDetailsDialog } from "./consultation-details-dialog.tsx";
import { MoveConsultationDialog } from "./move-consultation-dialog.tsx";

/** Without a filter, the list shows upcoming consultations. */
const FILTERS: ReadonlyArray<{ value: ConsultationFilter; label: string }> = [
  { value: "held", label: "Not confirmed" },
  { value: "past", label: "Past" },
  { value: "cancelled", label: "Canceled or expired" },
  { value: "all", label: "All consultations" },
];

type OpenDialog = { action: "details" | "move" | "cancel"; consultation: ListedConsultation };

/** The consultations that visitors and clients booked. */
export function Consultations() {
  const controls = useListParams(FILTERS.map(({ value }) => value));
  const { status, page } = controls;
  const consultations = useQuery(consultationListQuery({ status, page }));
  const conflicts = useQuery(consultationConflictsQuery());
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const recordNoShow = useNoShow();
  const close = () => setOpenDialog(null);
  return (
    <>
      <ListScreen
        noun="consultation"
        controls={controls}
        page={consultations}
        columns={createConsultationColumns({
          conflicts: conflicts.data ?? [],
          onOpen: (action, consultation) => setOpenDialog({ action, consultation }),
          onNoShow: recordNoShow,
        })}
        renderCard={(consultation) => (
          <ConsultationCard
            consultation={consultation}
            hasConflict={conflicts.data?.includes(consultation.id) ?? false}
          />
        )}
        rowKey={({ id }) => id}
        cardsBelow={640}
        filter={{ label: "Filter by status", placeholder: "Upcoming", options: FILTERS }}
        empty={
          <EmptyState
            icon={<CalendarCheck className="size-6" />}
            title="No upcoming consultations"
            hint="Visitors book them on your site"
          />
        }
      />
      {openDialog?.action === "details" && (
        <ConsultationDetailsDialog consultation={openDialog.consultation} onClose={close} />
      )}
      {openDialog?.action === "move" && (
        <MoveConsultationDialog consultation={openDialog.consultation} onClose={close} />
      )}
      {openDialog?.action === "cancel" && (
        <CancelConsultationDialog consultation={openDialog.consultation} onClose={close} />
      )}
    </>
  );
}

/** Returns a function that records a no-show after a confirmation. */
function useNoShow() {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showAlert = useAlert();
  const confirm = useConfirmation();
  const record = useMutation({
    mutationFn: ({ id }: ListedConsultation) => markNoShow(id),
    onSuccess: (_, { name }) => showToast(`${name} marked as no-show`),
    onError: (error) =>
      void showAlert(errorMessage(error, "We couldn't mark the consultation as a no-show. Try again.")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [CONSULTATIONS_KEY] }),
  });
  return async (consultation: ListedConsultation) => {
    const text = `Mark ${consultation.name} as a no-show? We won't email them.`;
    if (await confirm({ text, confirmLabel: "Mark as no-show" })) {
      record.mutate(consultation);
    }
  };
}
