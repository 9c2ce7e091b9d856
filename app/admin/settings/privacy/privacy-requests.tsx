import { SectionHeader } from "../section-header.tsx";
import { EraseInquirerCard } from "./erase-inquirer-card.tsx";
import { EraseMemberCard } from "./erase-member-card.tsx";
import { ExportClientCard } from "./export-client-card.tsx";

/** Settings section for data export and deletion. */
export function PrivacyRequests() {
  return (
    <section aria-label="Privacy requests">
      <SectionHeader
        title="Privacy requests"
        description="Export or erase personal data. The audit log records each request, but not the data."
      />
      <div className="grid max-w-2xl gap-6">
        <ExportClientCard />
        <EraseMemberCard />
        <EraseInquirerCard />
      </div>
    </section>
  );
}
