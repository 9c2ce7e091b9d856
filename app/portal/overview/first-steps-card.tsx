import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { ownFactorsQuery } from "#app/api/auth/factors.ts";
import { hasSentMessageQuery } from "#app/api/portal/activity.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Circle, CircleCheck, X } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { brand } from "#brand";
import { type FirstStep, isNewClient, listFirstSteps } from "#domain/clients/first-steps.ts";
import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import { sectionUrl } from "../section-url.ts";

/** Returns the local storage key that is set when the client's checklist was dismissed. */
const dismissedKey = (clientId: string) => `client_first_steps_dismissed:${clientId}`;

const STEPS: Record<FirstStep, { label: string; to: string }> = {
  "second-factor": {
    label: "Set up two-factor authentication",
    to: sectionUrl("settings", { tab: "security" }),
  },
  "account-details": { label: "Add your phone number and billing address", to: sectionUrl("settings") },
  "first-message": { label: "Say hello to your account manager", to: sectionUrl("messages") },
};

/** Checklist for a new client. Renders nothing when it is done or dismissed, or when the client is no longer new. */
export function FirstStepsCard() {
  const client = useCurrentClient();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const today = dateInTimeZone(new Date(), timeZone);
  const [isDismissed, setIsDismissed] = useState(
    () => localStorage.getItem(dismissedKey(client.id)) !== null,
  );
  const enabled = isNewClient(client, today) && !isDismissed;
  const factors = useQuery({ ...ownFactorsQuery("client"), enabled });
  const canSendMessages = useHasPermission("messages");
  const canChangeDetails = useHasPermission("settings");
  const hasSentMessage = useQuery({ ...hasSentMessageQuery(client.id), enabled });
  if (!enabled || !factors.data || hasSentMessage.data === undefined) {
    return null;
  }
  const steps = listFirstSteps({
    client,
    canChangeDetails,
    canSendMessages,
    hasSecondFactor: factors.data.length > 0,
    hasSentMessage: hasSentMessage.data,
    today,
  });
  if (!steps) {
    return null;
  }
  return (
    <Card aria-labelledby="first-steps">
      <CardHeader
        title={<span id="first-steps">Welcome to {brand.name}</span>}
        subtitle={`${steps.filter(({ isDone }) => isDone).length} of ${steps.length} done`}
        action={
          <IconButton
            label="Dismiss"
            onClick={() => {
              localStorage.setItem(dismissedKey(client.id), "true");
              setIsDismissed(true);
            }}
          >
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        }
      />
      <ul className="grid gap-1">
        {steps.map(({ step, isDone }) => (
          <li key={step} className="flex min-h-9 items-center gap-3 text-14">
            {isDone ? (
              <CircleCheck className="size-4 shrink-0 text-positive" />
            ) : (
              <Circle className="size-4 shrink-0 text-faint" />
            )}
            {isDone ? (
              <span className="text-muted">
                {STEPS[step].label}
                <span className="sr-only"> (done)</span>
              </span>
            ) : (
              <Link to={STEPS[step].to} className="rounded-small underline hover:text-accent">
                {STEPS[step].label}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
