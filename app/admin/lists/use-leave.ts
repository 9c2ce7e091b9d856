import { useConfirmation } from "#app/ui/alert-dialog.tsx";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";

/** Closes a form, after asking where typed text would be lost; not while it is being stored. Guards the page besides. */
export function useLeave(
  form: { isDirty: boolean; isPending: boolean; what: string },
  onClose: () => void,
): () => Promise<void> {
  const confirm = useConfirmation();
  useUnsavedGuard(() => form.isDirty && !form.isPending, form.what);
  return async () => {
    if (form.isPending) return;
    const question = { text: `Leave without saving ${form.what}?`, act: "Discard changes" };
    if (!form.isDirty || (await confirm(question))) onClose();
  };
}
