import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { type Confirmation, useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";

type UnsavedGuardOptions = {
  /** Confirmation shown before unsaved input is discarded. */
  confirmation: Confirmation;
  /**
   * Whether a change of only the query string, such as opening another settings section, also discards the
   * input.
   */
  guardsQuery?: boolean;
};

/** Runs `proceed` if nothing is unsaved or the user confirms. `confirmation` replaces the default question. */
export type ConfirmDiscard = (proceed: () => void, confirmation?: Confirmation) => Promise<void>;

/**
 * Returns the confirmation shown before changes are discarded. `subject` names what was changed, such as "the
 * rates".
 */
export function createDiscardConfirmation(subject: string): Confirmation {
  return { text: `Leave without saving ${subject}?`, confirmLabel: "Discard changes" };
}

/** Asks for confirmation before navigation or closing the tab discards unsaved input. */
export function useUnsavedGuard(
  isUnsaved: () => boolean,
  { confirmation, guardsQuery = false }: UnsavedGuardOptions,
): ConfirmDiscard {
  const confirm = useConfirmation();
  const latest = useRef({ isUnsaved, confirmation });
  latest.current = { isUnsaved, confirmation };
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (currentLocation.pathname !== nextLocation.pathname ||
        (guardsQuery && currentLocation.search !== nextLocation.search)) &&
      latest.current.isUnsaved(),
  );

  useEffect(() => {
    if (blocker.state !== "blocked") {
      return;
    }
    void confirm(latest.current.confirmation).then((isConfirmed) =>
      isConfirmed ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker, confirm]);

  useEffect(() => {
    // The browser shows its own message.
    const preventUnload = (event: BeforeUnloadEvent) => latest.current.isUnsaved() && event.preventDefault();
    window.addEventListener("beforeunload", preventUnload);
    return () => window.removeEventListener("beforeunload", preventUnload);
  }, []);

  return async (proceed, question = confirmation) => {
    if (!isUnsaved() || (await confirm(question))) {
      proceed();
    }
  };
}
