import { useEffect } from "react";
import { useBlocker } from "react-router";
import { useConfirmation } from "#app/ui/alert-dialog.tsx";

/** Asks before uploads under way are lost by leaving the screen. */
export function useLeaveUploads(isUnderWay: boolean): void {
  const confirm = useConfirmation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnderWay && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void confirm({ text: "Leave and cancel the uploads?", act: "Cancel uploads" }).then((leaves) =>
      leaves ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker, confirm]);

  useEffect(() => {
    if (!isUnderWay) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnderWay]);
}
