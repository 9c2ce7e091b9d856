import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { createLazyComponent, useLazyComponent } from "#app/components/lazy-component.ts";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { Tabs } from "#app/ui/layout/tabs.tsx";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import { AccountInformation } from "./account-information.tsx";
import { EmailPreferences } from "./email-preferences.tsx";

type SettingsTab = "account" | "security" | "people" | "access-review" | "activity";
type SettingsPanel = { value: SettingsTab; label: string; panel: ReactNode };

/** Settings section. Owners also manage people here. The tab is part of the URL, because emails link to it. */
export function AccountSettingsScreen() {
  const client = useCurrentClient();
  const canManagePeople = useHasPermission("people");
  const [searchParams, setSearchParams] = useSearchParams();
  const tabs: SettingsPanel[] = [
    { value: "account", label: "Account", panel: <AccountTab /> },
    { value: "security", label: "Security", panel: <SecurityTab /> },
    ...(canManagePeople ? listPeopleTabs(client.id) : []),
  ];
  const tab = tabs.find(({ value }) => value === searchParams.get("tab"))?.value ?? "account";

  function selectTab(selected: SettingsTab) {
    setSearchParams(
      { section: "settings", ...(selected === "account" ? {} : { tab: selected }) },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <>
      <PageHeader title="Account Settings" subtitle={client.company} />
      <Tabs<SettingsTab> label="Settings" value={tab} onChange={selectTab} tabs={tabs} />
    </>
  );
}

function listPeopleTabs(clientId: string): SettingsPanel[] {
  return [
    { value: "people", label: "People", panel: <PeopleTab screen="people" clientId={clientId} /> },
    {
      value: "access-review",
      label: "Reviews",
      panel: <PeopleTab screen="access-review" clientId={clientId} />,
    },
    { value: "activity", label: "Activity", panel: <PeopleTab screen="activity" clientId={clientId} /> },
  ];
}

const lazyPeople = {
  people: createLazyComponent(async () => {
    const { PeopleManager } = await import("#app/components/people/people-manager.tsx");
    return PeopleManager;
  }),
  "access-review": createLazyComponent(async () => {
    const { PeopleReview } = await import("#app/components/people/people-review.tsx");
    return PeopleReview;
  }),
  activity: createLazyComponent(async () => {
    const { PeopleActivity } = await import("#app/components/people/people-activity.tsx");
    return PeopleActivity;
  }),
};

function PeopleTab({ screen, clientId }: { screen: keyof typeof lazyPeople; clientId: string }) {
  const Screen = useLazyComponent(lazyPeople[screen]);
  return Screen ? (
    <Screen scope={{ area: "client", clientId }} />
  ) : (
    <Loading text="Loading people..." rows={4} />
  );
}

function AccountTab() {
  const { userId } = useCurrentClient();
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <AccountInformation />
      <EmailPreferences userId={userId} />
    </div>
  );
}

// Loaded on demand, because most visits don't open it.
const lazySecuritySettings = createLazyComponent(async () => {
  const { SecuritySettings } = await import("./security-settings.tsx");
  return SecuritySettings;
});

function SecurityTab() {
  const SecuritySettings = useLazyComponent(lazySecuritySettings);
  return SecuritySettings ? <SecuritySettings /> : <Loading text="Loading security settings..." rows={4} />;
}
