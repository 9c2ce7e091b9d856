import { isAuthError } from "@supabase/auth-js";
import { useCallback } from "react";
import { ApiError } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { getSessionStore } from "#app/auth/sessions/session-store.ts";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";

const CONFIRMATION = {
  text: "For your security, sign in again to continue.",
  confirmLabel: "Sign in again",
  tone: "primary",
} as const;

/**
 * Returns a function that handles errors requiring a recent sign-in. It offers to sign in again and returns
 * true, or returns false for other errors. After signing in, the user returns to the same section.
 */
export function useReauthentication(area: Area): (error: unknown) => Promise<boolean> {
  const confirm = useConfirmation();
  return useCallback(
    async (error) => {
      const isRequired =
        (error instanceof ApiError || isAuthError(error)) && error.code === "reauthentication_needed";
      if (isRequired && (await confirm(CONFIRMATION))) {
        await getSessionStore(area).end();
      }
      return isRequired;
    },
    [confirm, area],
  );
}
