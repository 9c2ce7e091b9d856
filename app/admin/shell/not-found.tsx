import type { MetaFunction } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { SearchX } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { pageMeta } from "./page-meta.ts";

export const meta: MetaFunction = () => pageMeta("Page not found");

/** Shown for unknown paths below `/admin/`. */
export default function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        icon={<SearchX className="size-6" />}
        title="There is no page at this address"
        hint="The link may be outdated or mistyped"
        action={<ButtonLink to="/admin/dashboard">Go to dashboard</ButtonLink>}
      />
    </>
  );
}
