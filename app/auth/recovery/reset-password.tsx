import { useCallback, useEffect, useState } from "react";
import { type MetaFunction, useNavigate } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { keepFocusInSection } from "#app/ui/overlays/remember-focus.ts";
import { brand } from "#brand";
import { RestoreAccessNote } from "../factors/restore-access-note.tsx";
import { SecondFactorForm } from "../factors/second-factor-form.tsx";
import { SignInPage } from "../sign-in-page.tsx";
import { parseEmailLink } from "./email-link.ts";
import { LinkError } from "./link-error.tsx";
import { LOGIN_PATHS } from "./login-link.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { getPasswordCopy } from "./password-copy.ts";
import { PasswordSaved } from "./password-saved.tsx";
import { type RedeemedLink, redeemLink } from "./redeem-link.ts";
import type { SavePasswordResult } from "./save-password.ts";

export const meta: MetaFunction = () => [
  { title: `Reset Password – ${brand.name}` },
  { name: "robots", content: "noindex" },
];

/** Landing page for all account emails: password reset, invitation and email confirmation. */
export default function ResetPassword() {
  const navigate = useNavigate();
  const [link] = useState(() => parseEmailLink(window.location));
  const [redeemedLink, setRedeemedLink] = useState<RedeemedLink | null>(link ? null : { kind: "invalid" });
  const [saveResult, setSaveResult] = useState<SavePasswordResult | null>(null);

  const redeem = useCallback(async () => {
    if (link) {
      setRedeemedLink(await redeemLink(link));
    }
  }, [link]);

  useEffect(() => {
    // Remove the token from the address bar and the history.
    void navigate({ search: "", hash: "" }, { replace: true });
    void redeem();
  }, [navigate, redeem]);

  const copy = getPasswordCopy(link);
  const { title } = copy;
  if (saveResult?.ok) {
    return <PasswordSaved area={saveResult.area} email={saveResult.email} copy={copy} />;
  }
  if (saveResult?.isSessionOver) {
    return <LinkError title={title} message={saveResult.message} />;
  }
  switch (redeemedLink?.kind) {
    case undefined:
      return (
        <SignInPage title={title}>
          <p role="status" className="text-14 text-muted">
            Checking your link...
          </p>
        </SignInPage>
      );
    case "invalid":
      return <LinkError title={title} message={copy.invalidLinkMessage} />;
    case "rejected":
      return <LinkError title={title} message={redeemedLink.message} />;
    case "unreachable":
      return (
        <SignInPage title={title}>
          <ErrorState
            message="We couldn't reach the server. Your link is still valid."
            onRetry={(button) => {
              keepFocusInSection(button);
              setRedeemedLink(null);
              void redeem();
            }}
          />
        </SignInPage>
      );
    case "email-confirmed":
      return (
        <SignInPage title="Email Confirmed" subtitle={`From now on, sign in with ${redeemedLink.email}`}>
          <ButtonLink to={LOGIN_PATHS[redeemedLink.area]} tone="primary">
            Continue
          </ButtonLink>
        </SignInPage>
      );
    case "new-password":
      return redeemedLink.needsFactor ? (
        <SignInPage title={title} subtitle="Complete two-factor authentication to continue">
          <SecondFactorForm
            auth={async () => redeemedLink.auth}
            onVerified={() => setRedeemedLink({ ...redeemedLink, needsFactor: false })}
            onCancel={() => setRedeemedLink({ kind: "invalid" })}
            help={<RestoreAccessNote question="Lost your device?" />}
          />
        </SignInPage>
      ) : (
        <SignInPage title={title} subtitle={`For ${redeemedLink.email}. Use at least 8 characters.`}>
          <NewPasswordForm auth={redeemedLink.auth} copy={copy} onResult={setSaveResult} />
        </SignInPage>
      );
  }
}
