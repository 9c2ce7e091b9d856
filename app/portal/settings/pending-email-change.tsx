import { useMutation, useQuery } from "@tanstack/react-query";
import { pendingEmailQuery, requestEmailChange } from "#app/api/auth/account.ts";
import { ApiError } from "#app/api/client/api-error.ts";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { useReauthentication } from "#app/components/account/use-reauthentication.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { useCurrentClient } from "../current-client.ts";

/** Shows the new email address that the user has not confirmed yet, and sends its confirmation link again. */
export function PendingEmailChange() {
  const client = useCurrentClient();
  const showToast = useToast();
  const reauthenticateIfRequired = useReauthentication("client");
  const { data: newEmail } = useQuery(pendingEmailQuery(client));
  const resend = useMutation({
    mutationFn: requestEmailChange,
    onSuccess: (_, email) => showToast(`Email sent to ${email}`),
    async onError(error) {
      if (!(await reauthenticateIfRequired(error))) {
        logRequestError(error);
      }
    },
  });
  const failure = newEmail && resend.error && describeError(resend.error);
  return (
    <div className={newEmail ? "grid gap-3 sm:col-span-2" : "sr-only"}>
      {/* Always rendered, because screen readers announce only changes of an existing element. */}
      <div role="status">
        {newEmail && (
          <Banner
            tone="info"
            isAnnounced={false}
            details="Open the link we sent there. Your current address stays in use until then. To correct the new one, enter it above."
            action={
              <Button
                size="small"
                busy={resend.isPending}
                busyLabel="Sending..."
                onClick={() => resend.mutate(newEmail)}
              >
                Send again
              </Button>
            }
          >
            Waiting for you to confirm <strong className="wrap-anywhere font-medium">{newEmail}</strong>
          </Banner>
        )}
      </div>
      {failure && (
        <Banner tone="negative" urgent>
          {failure}
        </Banner>
      )}
    </div>
  );
}

/** Returns null if the user has to sign in again, which a dialog offers. */
function describeError(error: Error): string | null {
  if (error instanceof ApiError && error.code === "reauthentication_needed") {
    return null;
  }
  return error instanceof ApiError && error.status === 429
    ? "We just sent a confirmation email. Wait a minute before requesting another."
    : "We couldn't send the email. Try again.";
}
