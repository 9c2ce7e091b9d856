import { useEffect, useRef } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { DataProvider } from "#app/api/query-client.tsx";
import { sessionStore } from "#app/auth/sessions/session-store.ts";
import { useSession } from "#app/auth/sessions/use-session.ts";
import { FailedState } from "#app/ui/failed-state.tsx";
import { Providers } from "#app/ui/providers.tsx";
import { AdminFrame } from "./admin-frame.tsx";

/**
 * Around every admin page but the login. It decides what is drawn and nothing else: whoever forges the keys it looks
 * at sees this frame and, because the backend refuses every question, no data in it.
 */
export default function AdminLayout() {
  const session = useSession("admin");
  const { pathname, search } = useLocation();
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (session.kind === "signed-in") wasSignedIn.current = true;
  }, [session]);

  // The login asks for the second factor too.
  if (session.kind === "factor-needed")
    return <Navigate to="/admin/login" replace state={{ wanted: pathname + search }} />;
  if (session.kind === "signed-out") {
    // Whoever was interrupted comes back to the same page; whoever left begins anew.
    const hasLeft = wasSignedIn.current && session.notice === null;
    return <Navigate to="/admin/login" replace state={hasLeft ? null : { wanted: pathname + search }} />;
  }
  if (session.kind === "unreachable")
    return (
      <main id="content" className="mx-auto max-w-xl px-6 py-24">
        <h1 className="sr-only">Admin</h1>
        <FailedState
          what="The server could not be reached, so we cannot tell whether you are signed in."
          onRetry={() => sessionStore("admin").retry()}
        />
      </main>
    );
  if (session.kind === "checking")
    return (
      <main id="content" className="px-6 py-24">
        <h1 className="sr-only">Admin</h1>
        <p role="status" className="text-center text-14 text-muted">
          Checking your session...
        </p>
      </main>
    );
  return (
    <Providers>
      <DataProvider house="admin">
        <AdminFrame email={session.person.email}>
          <Outlet />
        </AdminFrame>
      </DataProvider>
    </Providers>
  );
}
