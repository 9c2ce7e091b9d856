import type { ReactNode } from "react";
import type { SessionState } from "./sessions/session-store.ts";

type SignInScreenProps = {
  session: SessionState;
  /** Shown instead of the form if a session is stored. */
  loading: ReactNode;
  children: ReactNode;
};

/**
 * The sign-in form. The prerendered page contains the form and the loading state, and a script in the page's head selects
 * one before the first paint (scripts/build/session-scripts.ts).
 */
export function SignInScreen({ session, loading, children }: SignInScreenProps) {
  const isPrerendered = session.kind === "prerendered";
  return (
    <>
      {/* First, because both contain the target of the skip link, and the form is what a new visitor sees. */}
      <div className={isPrerendered ? "hidden-with-session" : undefined}>{children}</div>
      {isPrerendered && <div className="shown-with-session">{loading}</div>}
    </>
  );
}
