import type { MetaFunction } from "react-router";
import { ClientLogin } from "#app/auth/client-login.tsx";
import { lazySecondFactorPage } from "#app/auth/factors/lazy-second-factor-page.ts";
import { SessionLoading } from "#app/auth/session-loading.tsx";
import { getSessionStore } from "#app/auth/sessions/session-store.ts";
import { useSession } from "#app/auth/sessions/use-session.ts";
import { SignInScreen } from "#app/auth/sign-in-screen.tsx";
import { createLazyComponent, useLazyComponent } from "#app/components/lazy-component.ts";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { requestHeadingFocus } from "#app/ui/layout/heading-focus.ts";
import { brand } from "#brand";

export const meta: MetaFunction = () => [
  { title: `Client Portal – ${brand.name}` },
  { name: "robots", content: "noindex" },
  // Overrides the document's viewport, so that the bottom bar can leave space for the home indicator of phones.
  { name: "viewport", content: "width=device-width, initial-scale=1, viewport-fit=cover" },
];

const lazyPortal = createLazyComponent(async () => {
  // Load the section that is usually shown first at the same time. If that fails, the section loads again when it is
  // opened.
  void import("./overview/overview.tsx").catch(() => {});
  const { Portal } = await import("./portal.tsx");
  return Portal;
});

/** Renders `/client-portal`: the login page or, after sign-in, the portal. */
export default function ClientPortal() {
  const session = useSession("client");
  const isSignedOut = session.kind === "signed-out" || session.kind === "prerendered";
  const Portal = useLazyComponent(lazyPortal, { isNeeded: !isSignedOut });
  const SecondFactorPage = useLazyComponent(lazySecondFactorPage, {
    isNeeded: session.kind === "factor-needed",
  });

  if (isSignedOut) {
    return (
      <SignInScreen session={session} loading={<LoadingScreen />}>
        <ClientLogin
          notice={session.kind === "signed-out" ? session.notice : null}
          // Load the portal before sign-in, while the user types. If that fails, it loads again after sign-in.
          onFocus={() => void lazyPortal.load().catch(() => {})}
        />
      </SignInScreen>
    );
  }
  if (session.kind === "factor-needed" && SecondFactorPage) {
    return <SecondFactorPage area="client" />;
  }
  if (session.kind === "unreachable") {
    return (
      <main id="content" className="mx-auto max-w-xl px-6 py-24">
        <h1 className="sr-only">Client Portal</h1>
        <ErrorState
          message="We couldn't reach the server. Check your connection and try again."
          onRetry={() => {
            requestHeadingFocus();
            getSessionStore("client").retry();
          }}
        />
      </main>
    );
  }
  if (session.kind !== "signed-in" || !Portal) {
    return <LoadingScreen />;
  }
  return <Portal user={session.user} />;
}

function LoadingScreen() {
  return <SessionLoading title="Client Portal" text="Loading your data..." />;
}
