import { useConfirmation } from "#app/ui/alert-dialog.tsx";

/** Closes a form, after asking where typed text would be lost; not while it is being stored. */
export function useLeave(
  form: { isDirty: boolean; isPending: boolean; what: string },
  onClose: () => void,
): () => Promise<void> {
  const confirm = useConfirmation();
  return async () => {
    if (form.isPending) return;
    const question = { text: `Leave without saving ${form.what}?`, act: "Discard changes" };
    if (!form.isDirty || (await confirm(question))) onClose();
  };
}
