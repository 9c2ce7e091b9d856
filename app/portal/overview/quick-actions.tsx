import { Link } from "react-router";
import { ArrowRight } from "#app/ui/icons.tsx";
import { useHasPermission } from "../current-client.ts";
import { type SectionId, sectionUrl } from "../section-url.ts";

type QuickAction = { label: string; description: string; section: SectionId };

const QUICK_ACTIONS: readonly QuickAction[] = [
  { label: "Book New Service", description: "Support plans and custom projects", section: "book-service" },
  { label: "View Documents", description: "Contracts, reports and deliverables", section: "documents" },
  { label: "Update Settings", description: "Contact details, security and sessions", section: "settings" },
];

export function QuickActions() {
  const canRequest = useHasPermission("requests");
  const canChangeSettings = useHasPermission("settings");
  const actions = QUICK_ACTIONS.filter(({ section }) => section !== "book-service" || canRequest);
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="mb-3 text-18">
        Quick Actions
      </h2>
      <ul className="divide-y divide-line rounded-medium border border-line bg-surface">
        {actions.map(({ label, description, section }) => (
          <li key={section}>
            <Link
              to={sectionUrl(section)}
              className="group flex min-h-14 items-center justify-between gap-4 px-4 py-3 transition-colors hover:bg-raised focus-visible:-outline-offset-2 sm:px-5"
            >
              <span>
                <span className="block font-medium text-14">{label}</span>
                <span className="block text-13 text-muted">
                  {section === "settings" && !canChangeSettings
                    ? "Security, sessions and emails"
                    : description}
                </span>
              </span>
              <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-faint group-hover:text-text" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
