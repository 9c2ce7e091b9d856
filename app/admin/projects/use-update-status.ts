import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ListPage } from "#app/api/admin/list-page.ts";
import {
  type ListedProject,
  PROJECT_LIST_KEY,
  projectDetailsQuery,
  projectHistoryQuery,
  refetchProjects,
  updateProjectStatus,
} from "#app/api/admin/projects.ts";
import { FIRM_TOTALS_KEY } from "#app/api/admin/totals.ts";
import { ApiError } from "#app/api/client/api-error.ts";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import { type ProjectStatus, statusSavedToast } from "#domain/projects/project.ts";
import { useUndo } from "../undo/use-undo.ts";

const TOAST_DURATION_MS = 3000;

type StatusChange = { from: ProjectStatus; to: ProjectStatus };

/**
 * Saves a project's status with an optimistic update of its row and its page. They are reverted if nothing was saved, for
 * example because another administrator changed the status first.
 */
export function useUpdateStatus(project: ListedProject["project"]) {
  const queryClient = useQueryClient();
  const offerUndo = useUndo();
  const showAlert = useAlert();
  const detailsKey = projectDetailsQuery(project.id).queryKey;

  function updateCachedStatus(status: ProjectStatus): void {
    queryClient.setQueriesData<ListPage<ListedProject>>(
      { queryKey: PROJECT_LIST_KEY },
      (page) =>
        page && {
          ...page,
          rows: page.rows.map((row) => (row.project.id === project.id ? withStatus(row, status) : row)),
        },
    );
    queryClient.setQueryData(
      detailsKey,
      (details) => details && { ...details, listed: withStatus(details.listed, status) },
    );
  }

  const save = useMutation({
    // The scope runs consecutive changes in order.
    scope: { id: `project-status-${project.id}` },
    // `from` is a parameter because `project` already has the new status when the response arrives.
    mutationFn: ({ from, to }: StatusChange) => updateProjectStatus(project.id, from, to),
    onMutate: async ({ to }) => {
      // A running fetch would restore the old status.
      await Promise.all(
        [PROJECT_LIST_KEY, detailsKey].map((queryKey) => queryClient.cancelQueries({ queryKey })),
      );
      updateCachedStatus(to);
    },
    onSuccess: (changedRows, { from, to }) => {
      if (changedRows === 0) {
        updateCachedStatus(from);
        void showAlert("Update may have failed - no rows affected");
        // Another administrator changed the status or deleted the project.
        void refetchProjects(queryClient);
        return;
      }
      offerUndo(statusSavedToast(project.project_name, to), () => save.mutate({ from: to, to: from }), {
        duration: TOAST_DURATION_MS,
      });
      void queryClient.invalidateQueries({ queryKey: FIRM_TOTALS_KEY });
      // Refetch only when the list is next opened, so that the row does not move under the pointer.
      void queryClient.invalidateQueries({ queryKey: PROJECT_LIST_KEY, refetchType: "none" });
      void queryClient.invalidateQueries({ queryKey: projectHistoryQuery(project.id).queryKey });
    },
    onError: (error, { from }) => {
      updateCachedStatus(from);
      const hasResponse = error instanceof ApiError && !error.isNetworkError;
      if (hasResponse) {
        void showAlert(`Failed to update status: ${error.message}`, formatDetails(error));
      } else {
        void showAlert("Exception during update", error.message);
      }
    },
  });
  return save;
}

function withStatus(listed: ListedProject, status: ProjectStatus): ListedProject {
  return { ...listed, project: { ...listed.project, status } };
}

/** The error's code and hint. Neither contains SQL. */
function formatDetails(error: ApiError): string {
  return [`Code ${error.code || error.status}`, error.hint].filter(Boolean).join(". ");
}
