import { ActiveSessions } from "#app/components/account/active-sessions.tsx";
import { ChangePassword } from "#app/components/account/change-password.tsx";
import { SecondFactors } from "#app/components/account/second-factors.tsx";
import { clearDrafts } from "#app/components/drafts.ts";

/** The user's password, second factors and sessions. */
export function SecuritySettings() {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <div className="grid gap-6">
        <ChangePassword area="client" />
        <SecondFactors area="client" />
      </div>
      <ActiveSessions area="client" onSignedOutEverywhere={clearDrafts} />
    </div>
  );
}
