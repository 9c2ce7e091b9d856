import { SignInForm } from "./sign-in-form.tsx";
import { SignInPage } from "./sign-in-page.tsx";

/** Shown on `/client-portal` to users who are not signed in. */
export function ClientLogin({ notice, onFocus }: { notice: string | null; onFocus: () => void }) {
  return (
    <SignInPage title="Client Portal" subtitle="Sign in to access your dashboard and project resources">
      <SignInForm area="client" notice={notice} showRememberMe onFocus={onFocus} />
    </SignInPage>
  );
}
