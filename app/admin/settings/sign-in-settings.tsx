import { ActiveSessions } from "#app/components/account/active-sessions.tsx";
import { ChangePassword } from "#app/components/account/change-password.tsx";
import { SecondFactors } from "#app/components/account/second-factors.tsx";
import { OwnName } from "./administrators/own-name.tsx";
import { SectionHeader } from "./section-header.tsx";

/** Settings section with the administrator's own name, password, second factors and sessions. */
export function SignInSettings() {
  return (
    <section aria-label="Your account">
      <SectionHeader
        title="Your account"
        description="With two-factor authentication, a stolen password isn't enough to sign in"
      />
      <div className="grid max-w-2xl gap-6">
        <OwnName />
        <ChangePassword area="admin" />
        <SecondFactors area="admin" />
        <ActiveSessions area="admin" />
      </div>
    </section>
  );
}
