import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { useConfirmation } from "#app/ui/alert-dialog.tsx";

/** Asks before another page, Back or a closed tab throws away what was typed. `what` is lost: "the rates". */
export function useUnsavedGuard(isUnsaved: () => boolean, what: string): void {
  const confirm = useConfirmation();
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && latest.current(),
  );

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void confirm({ text: `Leave without saving ${what}?`, act: "Discard changes" }).then((isSure) =>
      isSure ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker, confirm, what]);

  useEffect(() => {
    // The browser asks in words of its own.
    const keep = (event: BeforeUnloadEvent) => latest.current() && event.preventDefault();
    window.addEventListener("beforeunload", keep);
    return () => window.removeEventListener("beforeunload", keep);
  }, []);
}
