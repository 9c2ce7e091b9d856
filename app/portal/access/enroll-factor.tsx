import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getSupabase } from "#app/api/client/supabase.ts";
import { SecondFactors } from "#app/components/account/second-factors.tsx";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";

/** Asks the user to set up a second factor, which the selected client requires. */
export function EnrollFactor({ company }: { company: string }) {
  const queryClient = useQueryClient();
  const [isStillMissing, setIsStillMissing] = useState(false);
  const [isChecking, setIsChecking] = useState(false);

  async function proceed() {
    setIsChecking(true);
    const { auth } = await getSupabase("client");
    const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
    setIsStillMissing(data?.currentLevel !== "aal2");
    await queryClient.invalidateQueries();
    setIsChecking(false);
  }

  return (
    <>
      <PageHeader
        title="Set up two-factor authentication"
        subtitle={`${company} requires it for everyone with access`}
      />
      <div className="grid max-w-2xl gap-6">
        {isStillMissing && (
          <Banner tone="negative" urgent>
            Add a sign-in method below first.
          </Banner>
        )}
        <SecondFactors area="client" />
        <div>
          <Button tone="primary" busy={isChecking} busyLabel="Checking..." onClick={proceed}>
            Continue to the portal
          </Button>
        </div>
      </div>
    </>
  );
}
