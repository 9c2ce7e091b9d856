import { isAuthError } from "@supabase/auth-js";
import { useCallback } from "react";
import { ApiError } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { sessionStore } from "#app/auth/sessions/session-store.ts";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";

const CONFIRMATION = {
  text: "For your security, sign in again to continue.",
  confirmLabel: "Sign in again",
  tone: "primary",
} as const;

/**
 * Handles errors that require a recent sign-in: offers to sign in again, and returns true. Returns false for any other
 * error. After the sign-in, the user returns to the same section.
 */
export function useReauthentication(area: Area): (error: unknown) => Promise<boolean> {
  const confirm = useConfirmation();
  return useCallback(
    async (error) => {
      const isRequired =
        (error instanceof ApiError || isAuthError(error)) && error.code === "reauthentication_needed";
      if (isRequired && (await confirm(CONFIRMATION))) {
        await sessionStore(area).end();
      }
      return isRequired;
    },
    [confirm, area],
  );
}
