import { lazy, Suspense, useEffect } from "react";
import type { MetaFunction } from "react-router";
import { ClientLogin } from "#app/sign-in/client-login.tsx";
import { sessionStore } from "#app/sign-in/sessions/session-store.ts";
import { useSession } from "#app/sign-in/sessions/use-session.ts";
import { FailedState } from "#app/ui/failed-state.tsx";
import { brand } from "#brand";

export const meta: MetaFunction = () => [
  { title: `Client Portal – ${brand.name}` },
  { name: "robots", content: "noindex" },
];

const loadPortal = () => import("./portal.tsx");
const Portal = lazy(() => loadPortal().then(({ Portal }) => ({ default: Portal })));

/** `/client-portal`: the login, or the portal behind it. */
export default function ClientPortal() {
  const session = useSession("client");
  useEffect(() => {
    // While the password is typed, what comes after it is fetched.
    void loadPortal().catch(() => {});
  }, []);

  if (session.kind === "signed-out") return <ClientLogin notice={session.notice} />;
  if (session.kind === "unreachable")
    return (
      <main id="content" className="mx-auto max-w-xl px-6 py-24">
        <h1 className="sr-only">Client Portal</h1>
        <FailedState
          what="The server could not be reached, so we cannot tell whether you are signed in."
          onRetry={() => sessionStore("client").retry()}
        />
      </main>
    );
  if (session.kind === "checking") return <Waiting />;
  return (
    <Suspense fallback={<Waiting />}>
      <Portal person={session.person} />
    </Suspense>
  );
}

function Waiting() {
  return (
    <main id="content" className="px-6 py-24">
      <h1 className="sr-only">Client Portal</h1>
      <p role="status" className="text-center text-14 text-muted">
        Loading your data...
      </p>
    </main>
  );
}
