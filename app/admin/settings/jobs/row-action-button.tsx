import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";

type RowActionButtonProps = {
  /** Accessible name that includes the row, such as "Resend: Invoice #42 to ada@example.com". */
  label: string;
  icon: ReactNode;
  children: string;
  action: () => Promise<void>;
  successMessage: string;
  /** Shown if the error has no message for the user. */
  fallbackError: string;
  /** Confirmation shown before an action that can't be undone. */
  confirmation?: string;
};

/** Button that runs an action on a row, shows the result as a toast and refetches the page's data. */
export function RowActionButton({
  label,
  icon,
  children,
  action,
  successMessage,
  fallbackError,
  confirmation,
}: RowActionButtonProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const confirm = useConfirmation();
  const run = useMutation({
    mutationFn: action,
    onSuccess: () => showToast(successMessage),
    onError: (error) => showToast(errorMessage(error, fallbackError), { tone: "negative" }),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ["jobs-overview"] });
      await queryClient.invalidateQueries({ queryKey: ["undelivered-email"] });
    },
  });
  return (
    <Button
      size="small"
      className="whitespace-nowrap"
      icon={icon}
      busy={run.isPending}
      aria-label={label}
      onClick={async () => {
        if (!confirmation || (await confirm({ text: confirmation, confirmLabel: children }))) {
          run.mutate();
        }
      }}
    >
      {children}
    </Button>
  );
}
