import { eraseMember, findMember } from "#app/api/admin/settings/privacy.ts";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { formatCount } from "#domain/text/pluralize.ts";
import { EraseByEmailCard } from "./erase-by-email-card.tsx";

/** Deletes a client member's account after a confirmation. The `member` URL parameter prefills the form. */
export function EraseMemberCard() {
  const confirm = useConfirmation();
  return (
    <EraseByEmailCard
      title="Delete a client member's data"
      subtitle="Deletes a person's account, invitations, sign-in history and emails. The client keeps its projects, invoices, documents and messages."
      parameter="member"
      erase={async (email) => {
        const { companies, invitations } = await findMember(email);
        if (companies === null && invitations === 0) {
          return { message: `No client member or invitation has the address ${email}.`, isErased: false };
        }
        const isConfirmed = await confirm({
          text: `${describeErasure(email, companies)} This can't be undone.`,
          confirmLabel: "Delete data",
        });
        if (!isConfirmed) {
          return { message: null, isErased: false };
        }
        const { emails } = await eraseMember(email);
        return {
          message: `Deleted the data about ${email}, including ${formatCount(emails, "email")}.`,
          isErased: true,
        };
      }}
    />
  );
}

function describeErasure(email: string, companies: readonly string[] | null): string {
  if (companies === null) {
    return `Delete the invitations for ${email}?`;
  }
  const question = `Delete the account of ${email}?`;
  return companies.length === 0
    ? question
    : `${question} They lose access to ${new Intl.ListFormat("en-US").format(companies)}.`;
}
