import { useState } from "react";
import { type MetaFunction, Navigate, PrefetchPageLinks, useLocation } from "react-router";
import { useLazyComponent } from "#app/components/lazy-component.ts";
import { ShieldAlert } from "#app/ui/core-icons.tsx";
import { brand } from "#brand";
import { lazySecondFactorPage } from "./factors/lazy-second-factor-page.ts";
import { SessionLoading } from "./session-loading.tsx";
import { useSession } from "./sessions/use-session.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { SignInPage } from "./sign-in-page.tsx";
import { SignInScreen } from "./sign-in-screen.tsx";

export const meta: MetaFunction = () => [
  { title: `Admin Portal – ${brand.name}` },
  { name: "robots", content: "noindex" },
];

export default function AdminLogin() {
  const session = useSession("admin");
  const { state } = useLocation();
  const [hasFocused, setHasFocused] = useState(false);
  const SecondFactorPage = useLazyComponent(lazySecondFactorPage, {
    isNeeded: session.kind === "factor-needed",
  });
  if (session.kind === "signed-in") {
    return <Navigate to={getReturnPath(state)} replace />;
  }
  if (session.kind === "factor-needed" && SecondFactorPage) {
    return <SecondFactorPage area="admin" />;
  }
  if (session.kind === "checking" || session.kind === "factor-needed") {
    return <SessionLoading title="Admin Portal" text="Checking your session..." />;
  }
  return (
    <SignInScreen
      session={session}
      loading={<SessionLoading title="Admin Portal" text="Checking your session..." />}
    >
      {hasFocused && <PrefetchPageLinks page="/admin/dashboard" />}
      <SignInPage title="Admin Portal" subtitle="Authorized personnel only">
        <p className="mb-6 flex gap-3 rounded-small border border-line bg-surface px-4 py-3 text-14 text-muted">
          <ShieldAlert aria-hidden="true" className="size-5 shrink-0 text-warning" />
          Access is restricted. All sign-in attempts are logged.
        </p>
        <SignInForm
          area="admin"
          notice={session.kind === "signed-out" ? session.notice : null}
          onFocus={() => setHasFocused(true)}
        />
      </SignInPage>
    </SignInScreen>
  );
}

/** Returns the admin page that redirected to the login page, or the dashboard. */
function getReturnPath(state: unknown): string {
  const path = typeof state === "object" && state !== null && "returnTo" in state ? state.returnTo : null;
  return typeof path === "string" && path.startsWith("/admin/") ? path : "/admin/dashboard";
}
