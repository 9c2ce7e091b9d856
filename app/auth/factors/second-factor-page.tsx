import { backend } from "#app/api/backend.ts";
import type { House } from "#app/api/house.ts";
import { sessionStore } from "../sessions/session-store.ts";
import { SignInPage } from "../sign-in-page.tsx";
import { SecondFactorForm } from "./second-factor-form.tsx";

/** Between the right password and the house, where the account has a second factor. */
export function SecondFactorPage({ house }: { house: House }) {
  return (
    <SignInPage title="Two-Factor Authentication" subtitle="Confirm that it is you with your second factor">
      <SecondFactorForm
        auth={async () => (await backend(house)).auth}
        onCancel={() => void sessionStore(house).end()}
      />
    </SignInPage>
  );
}
