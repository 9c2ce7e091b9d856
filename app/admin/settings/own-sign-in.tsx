import { OwnSessions } from "#app/components/account/own-sessions.tsx";
import { SecondFactors } from "#app/components/account/second-factors.tsx";
import { SectionHead } from "./section-head.tsx";

/** The administrator's own second factors and sessions. */
export function OwnSignIn() {
  return (
    <section aria-label="Your sign-in">
      <SectionHead
        title="Your sign-in"
        context="With a second factor your password alone opens nothing: the database itself asks for both."
      />
      <div className="grid max-w-2xl gap-6">
        <SecondFactors house="admin" />
        <OwnSessions house="admin" />
      </div>
    </section>
  );
}
