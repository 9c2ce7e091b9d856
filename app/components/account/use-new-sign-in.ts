import { isAuthError } from "@supabase/auth-js";
import { useCallback } from "react";
import { ApiFailure } from "#app/api/failure.ts";
import type { House } from "#app/api/house.ts";
import { sessionStore } from "#app/auth/sessions/session-store.ts";
import { useConfirmation } from "#app/ui/alert-dialog.tsx";
import { RECENT_SIGN_IN_MINUTES } from "#domain/recent-sign-in.ts";

const QUESTION = {
  text: `Please sign in again to do this. Your sign-in is more than ${RECENT_SIGN_IN_MINUTES} minutes old.`,
  act: "Sign in again",
  tone: "primary",
} as const;

/**
 * Tells whether a refusal wants a newer sign-in than the session has, and then asks the person for one: this section
 * comes back after it. Any other failure is false and nothing is asked.
 */
export function useNewSignIn(house: House): (error: unknown) => Promise<boolean> {
  const confirm = useConfirmation();
  return useCallback(
    async (error) => {
      const isWanted =
        (error instanceof ApiFailure || isAuthError(error)) && error.code === "reauthentication_needed";
      if (isWanted && (await confirm(QUESTION))) await sessionStore(house).end();
      return isWanted;
    },
    [confirm, house],
  );
}
