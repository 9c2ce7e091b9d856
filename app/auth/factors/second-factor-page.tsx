import type { Area } from "#app/api/client/area.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { getSessionStore } from "../sessions/session-store.ts";
import { SignInPage } from "../sign-in-page.tsx";
import { SecondFactorForm } from "./second-factor-form.tsx";

/** Page shown after the password if the account has a second factor. */
export function SecondFactorPage({ area }: { area: Area }) {
  return (
    <SignInPage title="Two-Factor Authentication" subtitle="Confirm it's you">
      <SecondFactorForm
        auth={async () => (await getSupabase(area)).auth}
        onCancel={() => void getSessionStore(area).end()}
      />
    </SignInPage>
  );
}
