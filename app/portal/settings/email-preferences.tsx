import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { emailPreferencesQuery, saveEmailPreferences } from "#app/api/portal/email-preferences.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { useAutosave } from "#app/components/use-autosave.ts";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import {
  describeRequiredEmails,
  EMAIL_TOPICS,
  listEmailTopics,
  type EmailPreferences as Preferences,
} from "#domain/clients/email-preferences.ts";
import { useCurrentClient } from "../current-client.ts";

const HASH = "#emails";

/** Checkboxes for the emails that the user can turn off. A change is saved immediately. */
export function EmailPreferences({ userId }: { userId: string }) {
  const { permissions } = useCurrentClient();
  const preferences = useQuery(emailPreferencesQuery(userId));
  const card = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const isLoaded = preferences.data !== undefined;

  // Emails link here. The browser can't scroll to the card, because it did not exist when the page loaded.
  useEffect(() => {
    if (isLoaded && hash === HASH) {
      card.current?.scrollIntoView();
      card.current?.focus({ preventScroll: true });
    }
  }, [isLoaded, hash]);

  return (
    <Card ref={card} tabIndex={-1} aria-labelledby="email-preferences" className="scroll-mt-24">
      <CardHeader
        title={<span id="email-preferences">Emails</span>}
        subtitle={`We always send ${describeRequiredEmails(permissions)}`}
      />
      <Loaded
        query={preferences}
        isSmall
        errorMessage="We couldn't load your email preferences."
        loading={<Loading text="Loading email preferences..." rows={6} />}
      >
        {(stored) => <TopicSwitches userId={userId} stored={stored} />}
      </Loaded>
    </Card>
  );
}

function TopicSwitches({ userId, stored }: { userId: string; stored: Preferences }) {
  const queryClient = useQueryClient();
  const [preferences, change] = useAutosave({
    name: "email preferences",
    stored,
    savedMessage: "Email preferences saved",
    failedMessage: "We couldn't save your email preferences. Try again.",
    save: async (_, changes) => {
      const saved = await saveEmailPreferences(userId, changes);
      queryClient.setQueryData(emailPreferencesQuery(userId).queryKey, saved);
    },
  });
  const member = useCurrentClient();
  return (
    <div className="grid gap-3">
      {listEmailTopics(member).map((topic) => (
        <Checkbox
          key={topic}
          label={EMAIL_TOPICS[topic].label}
          hint={EMAIL_TOPICS[topic].description}
          checked={preferences[topic]}
          onChange={(event) => change({ [topic]: event.currentTarget.checked })}
        />
      ))}
    </div>
  );
}
