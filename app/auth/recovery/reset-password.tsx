import { useCallback, useEffect, useState } from "react";
import { type MetaFunction, useNavigate } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { FailedState } from "#app/ui/failed-state.tsx";
import { brand } from "#brand";
import { SecondFactorForm } from "../factors/second-factor-form.tsx";
import { SignInPage } from "../sign-in-page.tsx";
import { linkInAddress } from "./link-in-address.ts";
import { LinkRefused } from "./link-refused.tsx";
import { loginAddresses } from "./login-link.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { type OpenedLink, openLink } from "./open-link.ts";
import { PasswordStored } from "./password-stored.tsx";
import { passwordWords } from "./password-words.ts";
import type { StoredPassword } from "./store-password.ts";

export const meta: MetaFunction = () => [
  { title: `Reset Password – ${brand.name}` },
  { name: "robots", content: "noindex" },
];

/** Where the links of all account mails open: spends the token they carry, and asks for what it was made for. */
export default function ResetPassword() {
  const navigate = useNavigate();
  const [link] = useState(() => linkInAddress(window.location));
  const [opened, setOpened] = useState<OpenedLink | null>(link ? null : { kind: "invalid" });
  const [stored, setStored] = useState<StoredPassword | null>(null);

  const open = useCallback(async () => {
    if (link) setOpened(await openLink(link));
  }, [link]);

  useEffect(() => {
    // Whoever looks over a shoulder, into the history or into a copied address finds no token there.
    void navigate({ search: "", hash: "" }, { replace: true });
    void open();
  }, [navigate, open]);

  const words = passwordWords(link);
  const { title } = words;
  if (stored?.ok) return <PasswordStored house={stored.house} words={words} />;
  if (stored?.isOver) return <LinkRefused title={title} words={stored.words} />;
  switch (opened?.kind) {
    case undefined:
      return (
        <SignInPage title={title}>
          <p role="status" className="text-14 text-muted">
            Checking your link...
          </p>
        </SignInPage>
      );
    case "invalid":
      return <LinkRefused title={title} words={words.invalid} />;
    case "refused":
      return <LinkRefused title={title} words={opened.words} />;
    case "unreachable":
      return (
        <SignInPage title={title}>
          <FailedState
            what="The server could not be reached. Your link has not been used up."
            onRetry={() => {
              setOpened(null);
              void open();
            }}
          />
        </SignInPage>
      );
    case "address-confirmed":
      return (
        <SignInPage title="Address Confirmed" subtitle={`You sign in with ${opened.email} from now on.`}>
          <ButtonLink to={loginAddresses[opened.house]} tone="primary">
            Continue
          </ButtonLink>
        </SignInPage>
      );
    case "new-password":
      return opened.needsFactor ? (
        <SignInPage title={title} subtitle="Your account has a second factor. Please confirm it first.">
          <SecondFactorForm
            auth={async () => opened.auth}
            onGiven={() => setOpened({ ...opened, needsFactor: false })}
            onCancel={() => setOpened({ kind: "invalid" })}
          />
        </SignInPage>
      ) : (
        <SignInPage title={title} subtitle="Choose a password of at least 8 characters">
          <NewPasswordForm auth={opened.auth} words={words} onOutcome={setStored} />
        </SignInPage>
      );
  }
}
