import { type FormEvent, type ReactNode, useState } from "react";
import type { SupabaseAuth } from "#app/api/client/supabase.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { KeyRound } from "#app/ui/icons.tsx";
import { keepFocusInSection } from "#app/ui/overlays/remember-focus.ts";
import { CodeField } from "./code-field.tsx";
import { useVerifiedFactors } from "./use-verified-factors.ts";
import {
  type FactorError,
  type FactorResult,
  type VerifiedFactors,
  verifyCode,
  verifyPasskey,
} from "./verify-factor.ts";

type SecondFactorFormProps = {
  /** Auth client whose session is verified. */
  auth: () => Promise<SupabaseAuth>;
  onVerified?: () => void;
  onCancel: () => void;
  /** Shown above Cancel. */
  help?: ReactNode;
};

/** Verifies a second factor: an authenticator app code or a passkey. */
export function SecondFactorForm({ auth, onVerified, onCancel, help }: SecondFactorFormProps) {
  const loadState = useVerifiedFactors(auth);
  const [error, setError] = useState<FactorError | null>(null);
  const [busy, setBusy] = useState<"code" | "passkey" | null>(null);

  async function verify(kind: "code" | "passkey", attempt: (auth: SupabaseAuth) => Promise<FactorResult>) {
    setError(null);
    setBusy(kind);
    const result = await attempt(await auth());
    setBusy(null);
    if (result.ok) {
      onVerified?.();
    } else {
      setError(result);
    }
  }

  return (
    <div className="grid gap-5">
      {error && !error.isWrongCode && (
        <Banner tone="negative" urgent details={error.code && <ReferenceCode code={error.code} />}>
          {error.message}
        </Banner>
      )}
      {loadState.kind === "loading" && (
        <p role="status" className="text-14 text-muted">
          Loading...
        </p>
      )}
      {loadState.kind === "failed" && (
        <ErrorState
          message="We couldn't load your sign-in methods."
          onRetry={(button) => {
            keepFocusInSection(button);
            loadState.retry();
          }}
        />
      )}
      {loadState.kind === "loaded" && (
        <>
          <CodeForm
            apps={loadState.factors.apps}
            isBusy={busy === "code"}
            error={error?.isWrongCode ? error.message : undefined}
            onCode={(factorId, code) => verify("code", (session) => verifyCode(session, factorId, code))}
          />
          {loadState.factors.passkeys.map(({ id, friendly_name: name }) => (
            <Button
              key={id}
              icon={<KeyRound aria-hidden="true" className="size-4" />}
              tone={loadState.factors.apps.length === 0 ? "primary" : "secondary"}
              busy={busy === "passkey"}
              busyLabel="Waiting for your passkey..."
              onClick={() => verify("passkey", (session) => verifyPasskey(session, id))}
            >
              {`Use passkey${name ? ` “${name}”` : ""}`}
            </Button>
          ))}
        </>
      )}
      {help}
      <Button tone="quiet" onClick={onCancel}>
        Cancel and sign out
      </Button>
    </div>
  );
}

type CodeFormProps = {
  apps: VerifiedFactors["apps"];
  isBusy: boolean;
  error: string | undefined;
  onCode: (factorId: string, code: string) => void;
};

function CodeForm({ apps, isBusy, error, onCode }: CodeFormProps) {
  const [firstApp] = apps;
  if (!firstApp) {
    return null;
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onCode(String(form.get("app") ?? firstApp?.id), String(form.get("code")));
  }

  return (
    <form onSubmit={submit} className="grid gap-5">
      {apps.length > 1 && (
        <Select
          label="Authenticator app"
          name="app"
          options={apps.map(({ id, friendly_name: name }) => ({ value: id, label: name || "App" }))}
        />
      )}
      <CodeField hint="Enter the 6-digit code from your authenticator app." error={error} autoFocus />
      <Button type="submit" tone="primary" busy={isBusy} busyLabel="Verifying..." className="w-full">
        Verify
      </Button>
    </form>
  );
}

function ReferenceCode({ code }: { code: string }) {
  return (
    <>
      Reference <span className="font-mono">{code}</span>
    </>
  );
}
