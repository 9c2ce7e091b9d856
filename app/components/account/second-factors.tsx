import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  enrollPasskey,
  type OwnFactor,
  ownFactorsQuery,
  type PasskeyDevice,
  removeFactor,
} from "#app/api/auth/factors.ts";
import type { Area } from "#app/api/client/area.ts";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import type { PasskeyError } from "#app/auth/factors/passkey-error.ts";
import { toPasskeyResult } from "#app/auth/factors/verify-factor.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Fingerprint, KeyRound, Smartphone } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { AddAuthenticatorDialog } from "./add-authenticator-dialog.tsx";
import { NewRecoveryCodes } from "./new-recovery-codes.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { useReauthentication } from "./use-reauthentication.ts";
import { useRecoveryCodes } from "./use-recovery-codes.ts";

/** Lists, adds and removes the user's second factors. */
export function SecondFactors({ area }: { area: Area }) {
  const factors = useQuery(ownFactorsQuery(area));
  const recoveryCodes = useRecoveryCodes(area);
  const title = useRef<HTMLSpanElement>(null);

  /** The focused button disappears with the codes. */
  function closeNewCodes() {
    recoveryCodes.discard();
    title.current?.focus();
  }

  return (
    <Card aria-labelledby="second-factors">
      <CardHeader
        title={
          <span ref={title} tabIndex={-1} id="second-factors" className="outline-none">
            Two-factor authentication
          </span>
        }
        subtitle={
          factors.data && factors.data.length > 0
            ? "Required after your password each time you sign in"
            : "Adds a second step after your password"
        }
      />
      <Loaded
        query={factors}
        errorMessage="We couldn't load your sign-in methods."
        loading={<Loading text="Loading sign-in methods..." rows={1} />}
      >
        {(list) => (
          <div className="grid gap-4">
            <FactorList area={area} factors={list} onFirstFactor={recoveryCodes.create} />
            {list.length > 0 &&
              (recoveryCodes.codes ? (
                <NewRecoveryCodes codes={recoveryCodes.codes} onClose={closeNewCodes} />
              ) : (
                <RecoveryCodes
                  area={area}
                  isCreating={recoveryCodes.isCreating}
                  onCreate={recoveryCodes.create}
                />
              ))}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

type FactorListProps = {
  area: Area;
  factors: readonly OwnFactor[];
  /** Called after a factor is added to an account without one. */
  onFirstFactor: () => Promise<void>;
};

function FactorList({ area, factors, onFirstFactor }: FactorListProps) {
  const queryClient = useQueryClient();
  const confirm = useConfirmation();
  const showToast = useToast();
  const reauthenticateIfRequired = useReauthentication(area);
  const [isAddingApp, setIsAddingApp] = useState(false);
  const [busyAction, setBusyAction] = useState<string | null>(null);
  const [error, setError] = useState<PasskeyError | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ownFactorsQuery(area).queryKey });

  async function createCodesForFirstFactor() {
    if (factors.length === 0) {
      await onFirstFactor();
    }
  }

  async function addPasskey(label: "Passkey" | "Security key", device: PasskeyDevice) {
    setError(null);
    setBusyAction(device);
    const enrollError = await enrollPasskey(area, createUniqueName(label, factors), device).catch(
      (error: unknown) => error,
    );
    await refresh();
    setBusyAction(null);
    if (await reauthenticateIfRequired(enrollError)) {
      return;
    }
    const result = toPasskeyResult(enrollError);
    if (result.ok) {
      showToast(`${label} added`);
      await createCodesForFirstFactor();
    } else {
      setError(result);
    }
  }

  async function remove(factor: OwnFactor) {
    const isConfirmed = await confirm({
      text: `Remove “${getFactorName(factor)}”? ${
        factors.length === 1
          ? "You'll sign in with your password only."
          : "You'll sign in with your other methods."
      }`,
      confirmLabel: "Remove",
    });
    if (!isConfirmed) {
      return;
    }
    setError(null);
    setBusyAction(factor.id);
    try {
      await removeFactor(area, factor.id);
      await refresh();
      showToast(`${getFactorName(factor)} removed`);
    } catch (error) {
      if (await reauthenticateIfRequired(error)) {
        return;
      }
      logRequestError(error);
      setError({ message: `We couldn't remove “${getFactorName(factor)}”. Try again.`, code: null });
    } finally {
      setBusyAction(null);
    }
  }

  return (
    <div className="grid gap-4">
      {factors.length === 0 ? (
        <p className="text-14 text-muted">Not set up. Your account is protected by your password only.</p>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {factors.map((factor) => (
            <FactorLine
              key={factor.id}
              factor={factor}
              isBusy={busyAction === factor.id}
              onRemove={() => remove(factor)}
            />
          ))}
        </ul>
      )}
      {error && (
        <Banner tone="negative" urgent details={error.code && `Reference ${error.code}`}>
          {error.message}
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
          busy={busyAction === "this-device"}
          busyLabel="Waiting..."
          onClick={() => addPasskey("Passkey", "this-device")}
        >
          Add passkey
        </Button>
        <Button
          icon={<KeyRound aria-hidden="true" className="size-4" />}
          busy={busyAction === "another-device"}
          busyLabel="Waiting..."
          onClick={() => addPasskey("Security key", "another-device")}
        >
          Add security key
        </Button>
      </div>
      {isAddingApp && (
        <AddAuthenticatorDialog
          area={area}
          name={createUniqueName("Authenticator app", factors)}
          onClose={() => setIsAddingApp(false)}
          onAdded={async () => {
            setIsAddingApp(false);
            await refresh();
            showToast("Authenticator app added");
            await createCodesForFirstFactor();
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
          <span className="block font-medium text-14">{getFactorName(factor)}</span>
          <span className="block text-13 text-muted">
            Added {formatInstantDate(factor.created_at, timeZone)}
          </span>
        </span>
      </span>
      <Button
        size="small"
        tone="danger"
        busy={isBusy}
        busyLabel="Removing..."
        aria-label={`Remove ${getFactorName(factor)}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  );
}

function getFactorName(factor: OwnFactor): string {
  return factor.friendly_name || (factor.factor_type === "webauthn" ? "Passkey" : "Authenticator app");
}

/** Returns "Passkey", then "Passkey 2", because the backend requires unique names. */
function createUniqueName(name: string, factors: readonly OwnFactor[]): string {
  const existingNames = new Set(factors.map(getFactorName));
  let suffix = 1;
  while (existingNames.has(suffix === 1 ? name : `${name} ${suffix}`)) {
    suffix += 1;
  }
  return suffix === 1 ? name : `${name} ${suffix}`;
}
