import { EraseInquirerCard } from "./erase-inquirer-card.tsx";
import { ExportClientCard } from "./export-client-card.tsx";
import { SectionHead } from "./section-head.tsx";

/** What people may ask of the firm: a copy of what is stored about them, and to be forgotten. */
export function PrivacyRequests() {
  return (
    <section aria-label="Privacy requests">
      <SectionHead
        title="Privacy requests"
        context="A copy of what is stored, and erasure. Both are in the audit log, without what was exported or erased."
      />
      <div className="grid max-w-2xl gap-6">
        <ExportClientCard />
        <EraseInquirerCard />
      </div>
    </section>
  );
}
