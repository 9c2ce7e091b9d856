import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { type SectionId, sectionAddress } from "../section-address.ts";

type QuickAction = { label: string; meaning: string; section: SectionId };

const quickActions: readonly QuickAction[] = [
  { label: "Book New Service", meaning: "Support plans and custom projects", section: "book-service" },
  { label: "View Documents", meaning: "Contracts, reports and deliverables", section: "documents" },
  { label: "Update Settings", meaning: "Contact person, company and address", section: "settings" },
];

export function QuickActions() {
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="mb-3 text-18">
        Quick Actions
      </h2>
      <ul className="divide-y divide-line rounded-medium border border-line bg-surface">
        {quickActions.map(({ label, meaning, section }) => (
          <li key={section}>
            <Link
              to={sectionAddress(section)}
              className="group flex min-h-14 items-center justify-between gap-4 px-4 py-3 transition-colors hover:bg-raised focus-visible:-outline-offset-2 sm:px-5"
            >
              <span>
                <span className="block font-medium text-14">{label}</span>
                <span className="block text-13 text-muted">{meaning}</span>
              </span>
              <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-faint group-hover:text-text" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
