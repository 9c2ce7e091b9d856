import { Banner } from "#app/ui/banner.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { SignInPage } from "../sign-in-page.tsx";
import { LoginLink } from "./login-link.tsx";

/** A link that leads nowhere, and the way to a new one. */
export function LinkRefused({ title, words }: { title: string; words: string }) {
  return (
    <SignInPage title={title}>
      <div className="grid gap-5">
        <Banner tone="negative" urgent>
          {words}
        </Banner>
        <ButtonLink to="/forgot-password" tone="primary">
          Request New Reset Link
        </ButtonLink>
        <LoginLink />
      </div>
    </SignInPage>
  );
}
