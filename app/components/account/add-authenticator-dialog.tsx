import { type FormEvent, useEffect, useState } from "react";
import { enrollAuthenticator, type NewAuthenticator } from "#app/api/auth/factors.ts";
import type { Area } from "#app/api/client/area.ts";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { CodeField } from "#app/auth/factors/code-field.tsx";
import { type FactorError, verifyCode } from "#app/auth/factors/verify-factor.ts";
import { CopyButton } from "#app/components/copy-button.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { keepFocusInSection } from "#app/ui/overlays/remember-focus.ts";
import { useReauthentication } from "./use-reauthentication.ts";

type AddAuthenticatorDialogProps = { area: Area; name: string; onClose: () => void; onAdded: () => void };

/** Shows the secret as a QR code and text, and verifies the first code. */
export function AddAuthenticatorDialog({ area, name, onClose, onAdded }: AddAuthenticatorDialogProps) {
  const [authenticator, setAuthenticator] = useState<NewAuthenticator | "failed" | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [error, setError] = useState<FactorError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const reauthenticateIfRequired = useReauthentication(area);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` triggers a retry.
  useEffect(() => {
    let isMounted = true;
    enrollAuthenticator(area, name).then(
      (enrolled) => isMounted && setAuthenticator(enrolled),
      async (error: unknown) => {
        if (!isMounted) {
          return;
        }
        if (await reauthenticateIfRequired(error)) {
          return onClose();
        }
        logRequestError(error);
        setAuthenticator("failed");
      },
    );
    return () => {
      isMounted = false;
    };
  }, [area, name, attempt]);

  async function verify(event: FormEvent<HTMLFormElement>) {
    if (authenticator === null || authenticator === "failed") {
      return;
    }
    const code = String(new FormData(event.currentTarget).get("code"));
    setError(null);
    setIsBusy(true);
    const { auth } = await getSupabase(area);
    const result = await verifyCode(auth, authenticator.factorId, code);
    setIsBusy(false);
    if (result.ok) {
      onAdded();
    } else {
      setError(result);
    }
  }

  return (
    <FormDialog
      title="Add authenticator app"
      description="Scan this code with your authenticator app, then enter the 6-digit code."
      submitButton={{
        label: "Verify",
        busyLabel: "Verifying...",
        disabled: authenticator === null || authenticator === "failed",
      }}
      isPending={isBusy}
      hasNativeValidation
      onSubmit={verify}
      onClose={onClose}
      className="grid gap-5"
    >
      {authenticator === "failed" ? (
        <ErrorState
          message="We couldn't set up the authenticator app."
          onRetry={(button) => {
            keepFocusInSection(button);
            setAuthenticator(null);
            setAttempt(attempt + 1);
          }}
        />
      ) : (
        <>
          {authenticator ? (
            <>
              <div className="hidden gap-3 pointer-coarse:grid">
                <ButtonLink to={authenticator.uri}>Open authenticator app</ButtonLink>
                <p className="text-13 text-muted">Is the app on another device? Scan this code with it:</p>
              </div>
              <img
                src={authenticator.qrCode}
                alt="QR code for the setup key"
                width={200}
                height={200}
                className="justify-self-center rounded-small"
              />
              <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3 text-14">
                <div className="min-w-0 flex-1 basis-56">
                  <p className="text-muted">Can't scan? Enter this key instead:</p>
                  <SetupKey secret={authenticator.secret} />
                </div>
                <CopyButton text={authenticator.secret} noun="key" copiedMessage="Setup key copied" />
              </div>
            </>
          ) : (
            <Skeleton className="h-64" />
          )}
          {error && !error.isWrongCode && (
            <Banner tone="negative" urgent>
              {error.message}
            </Banner>
          )}
          <CodeField error={error?.isWrongCode ? error.message : undefined} />
        </>
      )}
    </FormDialog>
  );
}

/** The key in groups of four characters. The gaps are not spaces, so that a selection is copied without them. */
function SetupKey({ secret }: { secret: string }) {
  return (
    <p className="mt-1 flex flex-wrap gap-x-2 font-mono text-13">
      {(secret.match(/.{1,4}/g) ?? []).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups can be equal, and do not change.
        <span key={index}>{group}</span>
      ))}
    </p>
  );
}
