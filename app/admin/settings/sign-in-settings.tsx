import { ActiveSessions } from "#app/components/account/active-sessions.tsx";
import { ChangePassword } from "#app/components/account/change-password.tsx";
import { SecondFactors } from "#app/components/account/second-factors.tsx";
import { SectionHeader } from "./section-header.tsx";

/** Settings section with the administrator's own password, second factors and sessions. */
export function SignInSettings() {
  return (
    <section aria-label="Sign-in and security">
      <SectionHeader
        title="Sign-in and security"
        description="With two-factor authentication, a stolen password isn't enough to sign in."
      />
      <div className="grid max-w-2xl gap-6">
        <ChangePassword area="admin" />
        <SecondFactors area="admin" />
        <ActiveSessions area="admin" />
      </div>
    </section>
  );
}
