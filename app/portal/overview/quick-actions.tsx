import { Link } from "react-router";
import { ArrowRight } from "#app/ui/icons.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { useHasPermission } from "../current-client.ts";
import { type SectionId, sectionUrl } from "../section-url.ts";

const QUICK_ACTIONS: ReadonlyArray<{ label: string; section: SectionId }> = [
  { label: "Book New Service", section: "book-service" },
  { label: "View Documents", section: "documents" },
  { label: "Update Settings", section: "settings" },
];

export function QuickActions() {
  const canRequest = useHasPermission("requests");
  const actions = QUICK_ACTIONS.filter(({ section }) => section !== "book-service" || canRequest);
  return (
    <Card aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="text-18">
        Quick Actions
      </h2>
      <ul className="-mx-2 mt-2 -mb-2">
        {actions.map(({ label, section }) => (
          <li key={section}>
            <Link
              to={sectionUrl(section)}
              className="group flex min-h-10 items-center justify-between gap-4 rounded-small px-2 text-14 transition-colors hover:bg-raised pointer-coarse:min-h-11"
            >
              {label}
              <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-faint group-hover:text-text" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
