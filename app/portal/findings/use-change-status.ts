import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeStatus } from "#app/api/portal/findings.ts";
import { refetchFindings } from "#app/api/shared/findings.ts";
import type { ChosenStatus } from "#domain/findings/remediation.ts";

type StatusChange = { to: ChosenStatus; reason?: string };
type ChangeStatusOptions = {
  onChanged?: (to: ChosenStatus) => void;
  onError?: (error: Error) => void;
};

/** Changes a finding's status and refetches the findings, even after an error. */
export function useChangeStatus(findingId: string, { onChanged, onError }: ChangeStatusOptions) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ to, reason = "" }: StatusChange) => changeStatus(findingId, { status: to, reason }),
    onSuccess: (_, { to }) => onChanged?.(to),
    ...(onError && { onError }),
    onSettled: () => refetchFindings(queryClient),
  });
}
