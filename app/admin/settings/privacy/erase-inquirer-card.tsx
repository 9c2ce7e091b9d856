import { useQueryClient } from "@tanstack/react-query";
import { INQUIRIES_KEY } from "#app/api/admin/inquiries.ts";
import { countInquiriesFrom, eraseInquirer } from "#app/api/admin/settings/privacy.ts";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { formatCount } from "#domain/text/pluralize.ts";
import { EraseByEmailCard } from "./erase-by-email-card.tsx";

/** Deletes all inquiries from an email address after a confirmation. The `email` URL parameter prefills the form. */
export function EraseInquirerCard() {
  const queryClient = useQueryClient();
  const confirm = useConfirmation();
  return (
    <EraseByEmailCard
      title="Delete an inquirer's data"
      subtitle="Deletes all inquiries from an email address, including notes and related email. Clients created from them are kept."
      parameter="email"
      erase={async (email) => {
        const count = await countInquiriesFrom(email);
        if (count === 0) {
          return { message: `No inquiries from ${email}.`, isErased: false };
        }
        const isConfirmed = await confirm({
          text: `Delete ${formatCount(count, "inquiry")} from ${email}, including notes and related email? This can't be undone.`,
          confirmLabel: "Delete data",
        });
        if (!isConfirmed) {
          return { message: null, isErased: false };
        }
        const { inquiries, emails } = await eraseInquirer(email);
        void queryClient.invalidateQueries({ queryKey: [INQUIRIES_KEY] });
        return {
          message: `Deleted ${formatCount(inquiries, "inquiry")} and ${formatCount(emails, "email")}.`,
          isErased: true,
        };
      }}
    />
  );
}
