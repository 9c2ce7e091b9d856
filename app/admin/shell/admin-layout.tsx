import { useEffect, useRef } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { QueryProvider } from "#app/api/client/query-client.tsx";
import { getSessionStore } from "#app/auth/sessions/session-store.ts";
import { useSession } from "#app/auth/sessions/use-session.ts";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { requestHeadingFocus } from "#app/ui/layout/heading-focus.ts";
import { ToastProvider } from "#app/ui/overlays/toast.tsx";
import { AdminFrame } from "./admin-frame.tsx";

/**
 * Layout of every admin page except the login. It is not a security boundary: forged local storage keys show this frame
 * without data, because the backend rejects the requests.
 */
export default function AdminLayout() {
  const session = useSession("admin");
  const { pathname, search } = useLocation();
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (session.kind === "signed-in") {
      wasSignedIn.current = true;
    }
  }, [session]);

  // The login page also verifies the second factor.
  if (session.kind === "factor-needed") {
    return <Navigate to="/admin/login" replace state={{ returnTo: pathname + search }} />;
  }
  if (session.kind === "signed-out") {
    // After the session expires, signing in again returns to the same page. After a logout, it opens the
    // dashboard.
    const hasLoggedOut = wasSignedIn.current && session.notice === null;
    return (
      <Navigate to="/admin/login" replace state={hasLoggedOut ? null : { returnTo: pathname + search }} />
    );
  }
  if (session.kind === "unreachable") {
    return (
      <main id="content" className="mx-auto max-w-xl px-6 py-24">
        <h1 className="sr-only">Admin</h1>
        <ErrorState
          message="We couldn't reach the server. Check your connection and try again."
          onRetry={() => {
            requestHeadingFocus();
            getSessionStore("admin").retry();
          }}
        />
      </main>
    );
  }
  if (session.kind !== "signed-in") {
    return (
      <main id="content" className="px-6 py-24">
        <h1 className="sr-only">Admin</h1>
        <p role="status" className="text-center text-14 text-muted">
          Checking your session...
        </p>
      </main>
    );
  }
  return (
    <ToastProvider>
      <QueryProvider area="admin">
        <AdminFrame email={session.user.email}>
          <Outlet />
        </AdminFrame>
      </QueryProvider>
    </ToastProvider>
  );
}
