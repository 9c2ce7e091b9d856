import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Auth } from "#app/api/backend.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedState } from "#app/ui/failed-state.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { type FactorOutcome, type GivenFactors, giveCode, givePasskey } from "./give-factor.ts";
import type { PasskeyRefusal } from "./passkey-words.ts";
import { useVerifiedFactors } from "./use-verified-factors.ts";

type SecondFactorFormProps = {
  /** Of the session to be raised. */
  auth: () => Promise<Auth>;
  onGiven?: () => void;
  onCancel: () => void;
};

/** Asks for one of the account's second factors: the code of an app, or a passkey. */
export function SecondFactorForm({ auth, onGiven, onCancel }: SecondFactorFormProps) {
  const asked = useVerifiedFactors(auth);
  const [refusal, setRefusal] = useState<PasskeyRefusal | null>(null);
  const [busy, setBusy] = useState<"code" | "passkey" | null>(null);

  async function give(kind: "code" | "passkey", work: (auth: Auth) => Promise<FactorOutcome>) {
    setRefusal(null);
    setBusy(kind);
    const outcome = await work(await auth());
    setBusy(null);
    if (outcome.ok) onGiven?.();
    else setRefusal(outcome);
  }

  return (
    <div className="grid gap-5">
      {refusal && (
        <Banner tone="negative" urgent details={refusal.code && <Reference code={refusal.code} />}>
          {refusal.words}
        </Banner>
      )}
      {asked.kind === "waiting" && (
        <p role="status" className="text-14 text-muted">
          Looking up your second factors...
        </p>
      )}
      {asked.kind === "failed" && (
        <FailedState what="Your second factors could not be looked up." onRetry={asked.retry} />
      )}
      {asked.kind === "there" && (
        <>
          <CodeForm
            apps={asked.factors.apps}
            isBusy={busy === "code"}
            onCode={(factorId, code) => give("code", (session) => giveCode(session, factorId, code))}
          />
          {asked.factors.passkeys.map(({ id, friendly_name: name }) => (
            <Button
              key={id}
              icon={<KeyRound aria-hidden="true" className="size-4" />}
              tone={asked.factors.apps.length === 0 ? "primary" : "secondary"}
              busy={busy === "passkey"}
              busyLabel="Waiting for your passkey..."
              onClick={() => give("passkey", (session) => givePasskey(session, id))}
            >
              {`Use passkey${name ? ` "${name}"` : ""}`}
            </Button>
          ))}
        </>
      )}
      <Button tone="quiet" onClick={onCancel}>
        Cancel and sign out
      </Button>
    </div>
  );
}

type CodeFormProps = {
  apps: GivenFactors["apps"];
  isBusy: boolean;
  onCode: (factorId: string, code: string) => void;
};

function CodeForm({ apps, isBusy, onCode }: CodeFormProps) {
  const [first] = apps;
  if (!first) return null;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onCode(String(form.get("app") ?? first?.id), String(form.get("code")));
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
      <TextField
        label="Authentication code"
        name="code"
        help="The six digits your authenticator app shows now."
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        required
        maxLength={7}
      />
      <Button type="submit" tone="primary" busy={isBusy} busyLabel="Verifying..." className="w-full">
        Verify
      </Button>
    </form>
  );
}

function Reference({ code }: { code: string }) {
  return (
    <>
      Reference <span className="font-mono">{code}</span>
    </>
  );
}
