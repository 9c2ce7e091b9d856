import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { brand } from "#brand";
import { useHasPermission } from "../current-client.ts";
import { sectionUrl } from "../section-url.ts";

/** The person to contact, or the firm's address if the brand defines no account manager. */
export function AccountManagerCard() {
  const { accountManager } = brand;
  const canMessage = useHasPermission("messages");
  const email = accountManager?.email ?? brand.contactEmail;
  return (
    <Card aria-labelledby="account-manager" className="h-fit">
      <h2 id="account-manager" className="text-18">
        {accountManager ? "Your Account Manager" : "Contact"}
      </h2>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <p className="font-medium text-16">{accountManager?.name ?? brand.name}</p>
          {accountManager && <p className="text-13 text-muted">{accountManager.role}</p>}
          <a
            href={`mailto:${email}`}
            className="wrap-anywhere mt-1 inline-block text-14 text-accent underline"
          >
            {email}
          </a>
        </div>
        {canMessage && (
          <ButtonLink size="small" to={sectionUrl("messages")}>
            Send a message
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
