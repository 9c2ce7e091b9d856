import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ListPage } from "#app/api/admin-list.ts";
import { type ListedProject, PROJECT_LIST, updateProjectStatus } from "#app/api/admin-projects.ts";
import { FIRM_TOTALS } from "#app/api/admin-totals.ts";
import { ApiFailure } from "#app/api/failure.ts";
import { useAlert } from "#app/ui/alert-dialog.tsx";
import { statusSavedToast } from "#domain/project.ts";
import { useUndo } from "../undo/use-undo.ts";

/** Milliseconds the toast stays (specification section 9). */
const TOAST = 3000;

type StatusChange = { from: string; to: string };

/**
 * Stores a project's status and shows it in its row at once; the row goes back when nothing was stored,
 * as when somebody else gave it another one meanwhile (specification sections 4 and 8).
 */
export function useSaveStatus(project: ListedProject["project"]) {
  const queryClient = useQueryClient();
  const offerUndo = useUndo();
  const showAlert = useAlert();

  function showInRow(status: string): void {
    queryClient.setQueriesData<ListPage<ListedProject>>(
      { queryKey: [PROJECT_LIST] },
      (page) =>
        page && {
          ...page,
          rows: page.rows.map((row) =>
            row.project.id === project.id ? { ...row, project: { ...row.project, status } } : row,
          ),
        },
    );
  }

  const save = useMutation({
    // Two changes in a row are stored in that order.
    scope: { id: `project-status-${project.id}` },
    // `from` is handed on: by the time the answer is there, `project` is the row with the new status.
    mutationFn: ({ from, to }: StatusChange) => updateProjectStatus(project.id, from, to),
    onMutate: async ({ to }) => {
      // A page on its way would bring the old status back.
      await queryClient.cancelQueries({ queryKey: [PROJECT_LIST] });
      showInRow(to);
    },
    onSuccess: (changedRows, { from, to }) => {
      if (changedRows === 0) {
        showInRow(from);
        void showAlert("Update may have failed - no rows affected");
        // Somebody else gave it another one, or it is gone.
        void queryClient.invalidateQueries({ queryKey: [PROJECT_LIST] });
        return;
      }
      offerUndo(statusSavedToast(project.project_name, to), () => save.mutate({ from: to, to: from }), {
        duration: TOAST,
      });
      void queryClient.invalidateQueries({ queryKey: FIRM_TOTALS });
      // The row stays where it is until the list is next opened: it must not jump away under the pointer.
      void queryClient.invalidateQueries({ queryKey: [PROJECT_LIST], refetchType: "none" });
    },
    onError: (error, { from }) => {
      showInRow(from);
      const wasRefused = error instanceof ApiFailure && !error.isUnanswered;
      if (wasRefused) void showAlert(`Failed to update status: ${error.message}`, detailsOf(error));
      else void showAlert("Exception during update", error.message);
    },
  });
  return save;
}

/** The error's code and hint, never SQL (decisions, reading 8). */
function detailsOf(error: ApiFailure): string {
  return [`Code ${error.code || error.status}`, error.hint].filter(Boolean).join(". ");
}
