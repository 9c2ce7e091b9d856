import { useState } from "react";
import { useNavigate } from "react-router";
import type { Area } from "#app/api/client/area.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { Button } from "#app/ui/button.tsx";
import { getSessionStore } from "../sessions/session-store.ts";
import { SignInPage } from "../sign-in-page.tsx";
import { RecoveryCodeForm } from "./recovery-code-form.tsx";
import { SecondFactorForm } from "./second-factor-form.tsx";

const SETTINGS_PATHS = {
  client: "/client-portal?section=settings&tab=security",
  admin: "/admin/settings?section=account",
} satisfies Record<Area, string>;

/** Page shown after the password if the account has a second factor. */
export function SecondFactorPage({ area }: { area: Area }) {
  const navigate = useNavigate();
  const [isDeviceLost, setIsDeviceLost] = useState(false);

  /** The refreshed session no longer needs a second factor. The settings are where the user can add one again. */
  async function continueToSettings() {
    const { auth } = await getSupabase(area);
    await navigate(SETTINGS_PATHS[area], { replace: true });
    const { error } = await auth.refreshSession();
    if (error) {
      // The code has been used, so this page cannot verify anything anymore.
      await getSessionStore(area).end("Your recovery code was accepted. Sign in again to continue.");
    }
  }

  if (isDeviceLost) {
    return (
      <SignInPage title="Lost Your Device?" subtitle="Sign in with a recovery code">
        <RecoveryCodeForm area={area} onRedeemed={continueToSettings} onBack={() => setIsDeviceLost(false)} />
      </SignInPage>
    );
  }
  return (
    <SignInPage title="Two-Factor Authentication" subtitle="Confirm it's you">
      <SecondFactorForm
        auth={async () => (await getSupabase(area)).auth}
        onCancel={() => void getSessionStore(area).end()}
        help={
          <Button tone="quiet" onClick={() => setIsDeviceLost(true)}>
            Lost your device?
          </Button>
        }
      />
    </SignInPage>
  );
}
