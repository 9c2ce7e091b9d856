import { useSearchParams } from "react-router";
import { ActiveSessions } from "#app/components/account/active-sessions.tsx";
import { ChangePassword } from "#app/components/account/change-password.tsx";
import { SecondFactors } from "#app/components/account/second-factors.tsx";
import { clearDrafts } from "#app/components/drafts.ts";
import { createLazyComponent, useLazyComponent } from "#app/components/lazy-component.ts";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { Tabs } from "#app/ui/layout/tabs.tsx";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import { AccountInformation } from "./account-information.tsx";
import { EmailPreferences } from "./email-preferences.tsx";

const SETTINGS_TABS = ["account", "people", "access-review", "activity"] as const;
type SettingsTab = (typeof SETTINGS_TABS)[number];

/** Settings section. Owners also manage people here. */
export function AccountSettingsScreen() {
  const client = useCurrentClient();
  const canManagePeople = useHasPermission("people");
  return (
    <>
      <PageHeader title="Account Settings" subtitle={client.company} />
      {canManagePeople ? <OwnerSettings clientId={client.id} /> : <AccountTab />}
    </>
  );
}

function OwnerSettings({ clientId }: { clientId: string }) {
  const [searchParams, setSearchParams] = useSearchParams();
  const tab = SETTINGS_TABS.find((name) => name === searchParams.get("tab")) ?? "account";

  function selectTab(selected: SettingsTab) {
    setSearchParams(
      { section: "settings", ...(selected === "account" ? {} : { tab: selected }) },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <Tabs<SettingsTab>
      label="Settings"
      value={tab}
      onChange={selectTab}
      tabs={[
        { value: "account", label: "Account", panel: <AccountTab /> },
        { value: "people", label: "People", panel: <PeopleTab screen="people" clientId={clientId} /> },
        {
          value: "access-review",
          label: "Reviews",
          panel: <PeopleTab screen="access-review" clientId={clientId} />,
        },
        { value: "activity", label: "Activity", panel: <PeopleTab screen="activity" clientId={clientId} /> },
      ]}
    />
  );
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
    <div className="grid max-w-2xl items-start gap-6 xl:max-w-none xl:grid-cols-2">
      <div className="grid gap-6">
        <AccountInformation />
        <EmailPreferences userId={userId} />
      </div>
      <div className="grid gap-6">
        <ChangePassword area="client" />
        <SecondFactors area="client" />
        <ActiveSessions area="client" onSignedOutEverywhere={clearDrafts} />
      </div>
    </div>
  );
}
