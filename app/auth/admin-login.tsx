import { ShieldAlert } from "lucide-react";
import { type MetaFunction, Navigate, useLocation } from "react-router";
import { brand } from "#brand";
import { SecondFactorPage } from "./factors/second-factor-page.tsx";
import { useSession } from "./sessions/use-session.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { SignInPage } from "./sign-in-page.tsx";

export const meta: MetaFunction = () => [
  { title: `Admin Portal – ${brand.name}` },
  { name: "robots", content: "noindex" },
];

export default function AdminLogin() {
  const session = useSession("admin");
  const { state } = useLocation();
  if (session.kind === "signed-in") return <Navigate to={wantedPage(state)} replace />;
  if (session.kind === "factor-needed") return <SecondFactorPage house="admin" />;
  return (
    <SignInPage title="Admin Portal" subtitle="Authorized personnel only">
      <p className="mb-6 flex gap-3 rounded-small border border-line bg-surface px-4 py-3 text-14 text-muted">
        <ShieldAlert aria-hidden="true" className="size-5 shrink-0 text-warning" />
        Access is restricted. All sign-in attempts are logged.
      </p>
      <SignInForm house="admin" notice={session.kind === "signed-out" ? session.notice : null} />
    </SignInPage>
  );
}

/** The admin page somebody opened before signing in, as the guard left it in the history; else the dashboard. */
function wantedPage(state: unknown): string {
  const wanted = typeof state === "object" && state !== null && "wanted" in state ? state.wanted : null;
  return typeof wanted === "string" && wanted.startsWith("/admin/") ? wanted : "/admin/dashboard";
}
