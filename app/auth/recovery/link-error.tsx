import { ButtonLink } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { SignInPage } from "../sign-in-page.tsx";
import { LoginLink } from "./login-link.tsx";

/** Shown for an invalid link, with a way to request a new one. */
export function LinkError({ title, message }: { title: string; message: string }) {
  return (
    <SignInPage title={title}>
      <div className="grid gap-5">
        <Banner tone="negative" urgent>
          {message}
        </Banner>
        <ButtonLink to="/forgot-password" tone="primary">
          Request New Reset Link
        </ButtonLink>
        <LoginLink />
      </div>
    </SignInPage>
  );
}
