import type { MetaFunction } from "react-router";
import { ClientLogin } from "#app/auth/client-login.tsx";
import { SecondFactorPage } from "#app/auth/factors/second-factor-page.tsx";
import { sessionStore } from "#app/auth/sessions/session-store.ts";
import { useSession } from "#app/auth/sessions/use-session.ts";
import { latePart, useLatePart } from "#app/components/late-part.ts";
import { FailedState } from "#app/ui/failed-state.tsx";
import { brand } from "#brand";

export const meta: MetaFunction = () => [
  { title: `Client Portal – ${brand.name}` },
  { name: "robots", content: "noindex" },
];

const portal = latePart(async () => {
  const { Portal } = await import("./portal.tsx");
  // A head start for what is mostly seen first; if it fails, the section itself asks again.
  void import("./overview/overview.tsx").catch(() => {});
  return Portal;
});

/** `/client-portal`: the login, or the portal behind it. */
export default function ClientPortal() {
  const session = useSession("client");
  // Asked for in any case: while the password is typed, what comes after it is fetched.
  const Portal = useLatePart(portal);

  if (session.kind === "signed-out") return <ClientLogin notice={session.notice} />;
  if (session.kind === "factor-needed") return <SecondFactorPage house="client" />;
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
  if (session.kind === "checking" || !Portal) return <Waiting />;
  return <Portal person={session.person} />;
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
