import { ShieldAlert } from "lucide-react";
import { type MetaFunction, Navigate } from "react-router";
import { brand } from "#brand";
import { useSession } from "./sessions/use-session.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { SignInPage } from "./sign-in-page.tsx";

export const meta: MetaFunction = () => [
  { title: `Admin Portal – ${brand.name}` },
  { name: "robots", content: "noindex" },
];

export default function AdminLogin() {
  const session = useSession("admin");
  if (session.kind === "signed-in") return <Navigate to="/admin/dashboard" replace />;
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
