import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { errorMessage } from "./error-message.ts";

type AutosaveOptions<Values> = {
  /** Saves with the same name run one after another. */
  name: string;
  stored: Values;
  /** Saves the values and updates the query that `stored` comes from. */
  save: (values: Values, changes: Partial<Values>) => Promise<void>;
  savedMessage: string;
  failedMessage: string;
};

/**
 * For settings that are saved as soon as they change. Returns the values to show: the new ones while saving,
 * and the stored ones after an error.
 */
export function useAutosave<Values extends object>({
  name,
  stored,
  save,
  savedMessage,
  failedMessage,
}: AutosaveOptions<Values>): [values: Values, change: (changes: Partial<Values>) => void] {
  const queryClient = useQueryClient();
  const showToast = useToast();
  // The state of a mutation reaches the component after the event. React would undo the click in between.
  const [unsaved, setUnsaved] = useState<Partial<Values>>({});
  const values = { ...stored, ...unsaved };
  const mutationKey = ["autosave", name];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: name },
    mutationFn: (changes: Partial<Values>) => save({ ...values, ...changes }, changes),
    onSuccess: () => showToast(savedMessage),
    onError: (error) => showToast(errorMessage(error, failedMessage), { tone: "negative" }),
    onSettled: () => {
      const isLastSave = queryClient.isMutating({ mutationKey }) === 1;
      if (isLastSave) {
        setUnsaved({});
      }
    },
  });
  function change(changes: Partial<Values>) {
    setUnsaved((current) => ({ ...current, ...changes }));
    mutate(changes);
  }
  return [values, change];
}
