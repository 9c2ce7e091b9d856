import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConfirmation } from "#app/ui/alert-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { wordsOf } from "../../lists/words-of.ts";

type ActButtonProps = {
  /** The button among others: "Send again: Invoice #42 to ada@example.com". */
  label: string;
  icon: ReactNode;
  children: string;
  act: () => Promise<void>;
  done: string;
  failed: string;
  /** Asked first, where the act cannot be taken back. */
  question?: string;
};

/** An act of one row: done, told in a toast, and everything on the screen asked for anew. */
export function ActButton({ label, icon, children, act, done, failed, question }: ActButtonProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const confirm = useConfirmation();
  const acting = useMutation({
    mutationFn: act,
    onSuccess: () => showToast(done),
    onError: (error) => showToast(wordsOf(error, failed), { tone: "negative" }),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ["background-work"] });
      await queryClient.invalidateQueries({ queryKey: ["unsent-mails"] });
    },
  });
  return (
    <Button
      size="small"
      className="whitespace-nowrap"
      icon={icon}
      busy={acting.isPending}
      aria-label={label}
      onClick={async () => {
        if (!question || (await confirm({ text: question, act: children }))) acting.mutate();
      }}
    >
      {children}
    </Button>
  );
}
