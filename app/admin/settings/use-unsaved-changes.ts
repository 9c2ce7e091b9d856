import { useEffect } from "react";
import { useBlocker } from "react-router";
import { useConfirmation } from "#app/ui/alert-dialog.tsx";

/** Asks before a form with unsaved changes is left: for another section, another page, or for good. */
export function useUnsavedChanges(isDirty: boolean, what: string): void {
  const confirm = useConfirmation();
  const blocker = useBlocker(isDirty);

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void confirm({ text: `Leave without saving ${what}?`, act: "Discard changes" }).then((mayLeave) =>
      mayLeave ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker, confirm, what]);

  useEffect(() => {
    if (!isDirty) return;
    // The browser asks in its own words.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
}
