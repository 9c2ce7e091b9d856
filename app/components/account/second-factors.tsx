import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Fingerprint, KeyRound, Smartphone } from "lucide-react";
import { useState } from "react";
import type { House } from "#app/api/house.ts";
import {
  enrolPasskey,
  type OwnFactor,
  ownFactors,
  type PasskeyPlace,
  removeFactor,
} from "#app/api/own-factors.ts";
import { reportFailure } from "#app/api/report-failure.ts";
import { passkeyOutcome } from "#app/auth/factors/give-factor.ts";
import type { PasskeyRefusal } from "#app/auth/factors/passkey-words.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { useConfirmation } from "#app/ui/alert-dialog.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { formatDay } from "#domain/relative-time.ts";
import { AddAppDialog } from "./add-app-dialog.tsx";
import { useNewSignIn } from "./use-new-sign-in.ts";

/** The person's own second factors: authenticator apps and passkeys, as many as wanted. */
export function SecondFactors({ house }: { house: House }) {
  const factors = useQuery(ownFactors(house));
  return (
    <Card aria-labelledby="second-factors">
      <CardHead
        title={<span id="second-factors">Two-factor authentication</span>}
        context="Asked for after your password, at every sign-in"
      />
      <Loaded
        query={factors}
        failed="Your second factors could not be loaded."
        loading={<Loading text="Loading second factors..." rows={1} />}
      >
        {(list) => <FactorList house={house} factors={list} />}
      </Loaded>
    </Card>
  );
}

function FactorList({ house, factors }: { house: House; factors: readonly OwnFactor[] }) {
  const answers = useQueryClient();
  const confirm = useConfirmation();
  const toast = useToast();
  const askForNewSignIn = useNewSignIn(house);
  const [isAddingApp, setIsAddingApp] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<PasskeyRefusal | null>(null);
  const refresh = () => answers.invalidateQueries({ queryKey: ownFactors(house).queryKey });

  async function addPasskey(what: "Passkey" | "Security key", place: PasskeyPlace) {
    setRefusal(null);
    setBusy(place);
    const error = await enrolPasskey(house, freeName(what, factors), place).catch((error: unknown) => error);
    await refresh();
    setBusy(null);
    if (await askForNewSignIn(error)) return;
    const outcome = passkeyOutcome(error);
    if (outcome.ok) toast(`${what} added`);
    else setRefusal(outcome);
  }

  async function remove(factor: OwnFactor) {
    const isSure = await confirm({
      text: `Remove "${nameOf(factor)}"? You will no longer be asked for it.`,
      act: "Remove",
    });
    if (!isSure) return;
    setRefusal(null);
    setBusy(factor.id);
    try {
      await removeFactor(house, factor.id);
      await refresh();
      toast(`${nameOf(factor)} removed`);
    } catch (error) {
      if (await askForNewSignIn(error)) return;
      reportFailure(error);
      setRefusal({ words: `"${nameOf(factor)}" could not be removed. Please try again.`, code: null });
    } finally {
      setBusy(null);
    }
  }

  return (
    <div className="grid gap-4">
      {factors.length === 0 ? (
        <p className="text-14 text-muted">None yet. A password alone opens your account.</p>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {factors.map((factor) => (
            <FactorLine
              key={factor.id}
              factor={factor}
              isBusy={busy === factor.id}
              onRemove={() => remove(factor)}
            />
          ))}
        </ul>
      )}
      {refusal && (
        <Banner tone="negative" urgent details={refusal.code && `Reference ${refusal.code}`}>
          {refusal.words}
        </Banner>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          icon={<Smartphone aria-hidden="true" className="size-4" />}
          onClick={() => setIsAddingApp(true)}
        >
          Add authenticator app
        </Button>
        <Button
          icon={<Fingerprint aria-hidden="true" className="size-4" />}
          busy={busy === "this-device"}
          busyLabel="Waiting..."
          onClick={() => addPasskey("Passkey", "this-device")}
        >
          Add passkey
        </Button>
        <Button
          icon={<KeyRound aria-hidden="true" className="size-4" />}
          busy={busy === "another-device"}
          busyLabel="Waiting..."
          onClick={() => addPasskey("Security key", "another-device")}
        >
          Add security key
        </Button>
      </div>
      {isAddingApp && (
        <AddAppDialog
          house={house}
          name={freeName("Authenticator app", factors)}
          onClose={() => setIsAddingApp(false)}
          onAdded={async () => {
            setIsAddingApp(false);
            await refresh();
            toast("Authenticator app added");
          }}
        />
      )}
    </div>
  );
}

type FactorLineProps = { factor: OwnFactor; isBusy: boolean; onRemove: () => void };

function FactorLine({ factor, isBusy, onRemove }: FactorLineProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const Icon = factor.factor_type === "webauthn" ? KeyRound : Smartphone;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="flex min-w-0 items-center gap-3">
        <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <span>
          <span className="block font-medium text-14">{nameOf(factor)}</span>
          <span className="block text-13 text-muted">Added {formatDay(factor.created_at, timeZone)}</span>
        </span>
      </span>
      <Button
        size="small"
        tone="danger"
        busy={isBusy}
        busyLabel="Removing..."
        aria-label={`Remove ${nameOf(factor)}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  );
}

function nameOf(factor: OwnFactor): string {
  return factor.friendly_name || (factor.factor_type === "webauthn" ? "Passkey" : "Authenticator app");
}

/** "Passkey", then "Passkey 2": the backend keeps names apart. */
function freeName(name: string, factors: readonly OwnFactor[]): string {
  const taken = new Set(factors.map(nameOf));
  let number = 1;
  while (taken.has(number === 1 ? name : `${name} ${number}`)) number += 1;
  return number === 1 ? name : `${name} ${number}`;
}
