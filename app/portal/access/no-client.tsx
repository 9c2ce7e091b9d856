import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Lock } from "#app/ui/icons.tsx";
import { brand } from "#brand";

/** Shown to an account that has no access to a client, for example because the access was removed. */
export function NoClient({ email }: { email: string }) {
  return (
    <div role="alert">
      <EmptyState
        icon={<Lock className="size-6" />}
        title="Unable to load client data"
        hint={`${email} doesn't have access to any company's portal. Your access may have been suspended or removed, or it may have ended. Ask an owner at your company, or email ${brand.contactEmail}.`}
      />
    </div>
  );
}
