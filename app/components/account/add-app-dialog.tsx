import { type FormEvent, useEffect, useState } from "react";
import { backend } from "#app/api/backend.ts";
import type { House } from "#app/api/house.ts";
import { enrolApp, type NewApp } from "#app/api/own-factors.ts";
import { reportFailure } from "#app/api/report-failure.ts";
import { giveCode } from "#app/auth/factors/give-factor.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FailedState } from "#app/ui/failed-state.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useNewSignIn } from "./use-new-sign-in.ts";

const FORM = "first-code";

type AddAppDialogProps = { house: House; name: string; onClose: () => void; onAdded: () => void };

/** Shows the secret once, as a picture and as text, and asks for the first code it makes. */
export function AddAppDialog({ house, name, onClose, onAdded }: AddAppDialogProps) {
  const [app, setApp] = useState<NewApp | "failed" | null>(null);
  const [tries, setTries] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const askForNewSignIn = useNewSignIn(house);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again after a failure.
  useEffect(() => {
    let isWanted = true;
    enrolApp(house, name).then(
      (enrolled) => isWanted && setApp(enrolled),
      async (error: unknown) => {
        if (!isWanted) return;
        if (await askForNewSignIn(error)) return onClose();
        reportFailure(error);
        setApp("failed");
      },
    );
    return () => {
      isWanted = false;
    };
  }, [house, name, tries]);

  async function verify(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (app === null || app === "failed") return;
    const code = String(new FormData(event.currentTarget).get("code"));
    setRefusal(null);
    setIsBusy(true);
    const { auth } = await backend(house);
    const outcome = await giveCode(auth, app.factorId, code);
    setIsBusy(false);
    if (outcome.ok) onAdded();
    else setRefusal(outcome.words);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Add authenticator app"
      description="Scan the code with your app, then enter the six digits it shows."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={FORM}
            tone="primary"
            busy={isBusy}
            busyLabel="Verifying..."
            disabled={app === null || app === "failed"}
          >
            Verify
          </Button>
        </>
      }
    >
      {app === "failed" ? (
        <FailedState
          what="The app could not be prepared."
          onRetry={() => {
            setApp(null);
            setTries(tries + 1);
          }}
        />
      ) : (
        <form id={FORM} onSubmit={verify} className="grid gap-5">
          {app ? (
            <>
              <img
                src={app.qrCode}
                alt="QR code that holds the secret below"
                width={200}
                height={200}
                className="justify-self-center rounded-small"
              />
              <div className="text-14">
                <p className="text-muted">No camera at hand? Type this secret into your app:</p>
                <p className="mt-1 wrap-anywhere font-mono text-13">{app.secret}</p>
              </div>
            </>
          ) : (
            <Skeleton className="h-64" />
          )}
          {refusal && (
            <Banner tone="negative" urgent>
              {refusal}
            </Banner>
          )}
          <TextField
            label="Authentication code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={7}
          />
        </form>
      )}
    </Dialog>
  );
}
