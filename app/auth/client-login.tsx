import { SignInForm } from "./sign-in-form.tsx";
import { SignInPage } from "./sign-in-page.tsx";

/** What `/client-portal` shows to who is not signed in. */
export function ClientLogin({ notice }: { notice: string | null }) {
  return (
    <SignInPage title="Client Portal" subtitle="Sign in to access your dashboard and project resources">
      <SignInForm house="client" notice={notice} offersRemembering />
    </SignInPage>
  );
}
