import { useQuery } from "@tanstack/react-query";
import { activeMembersQuery } from "#app/api/portal/active-members.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Lock } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { CLIENT_ROLES } from "#domain/clients/members/role.ts";
import { useCurrentClient } from "../current-client.ts";
import { sectionUrl } from "../section-url.ts";
import type { Section } from "../sections.ts";

/** Replaces a section that the signed-in user's role cannot use, with whom to ask. */
export function ForbiddenSection({ section }: { section: Section }) {
  const { id, company, role } = useCurrentClient();
  const { data: members = [] } = useQuery(activeMembersQuery(id));
  const owners = members.filter((member) => member.role === "owner").map(({ name }) => name);
  const ask =
    owners.length > 0 ? new Intl.ListFormat("en-US", { type: "disjunction" }).format(owners) : "an owner";
  return (
    <>
      <PageHeader title={section.title} subtitle={company} />
      <EmptyState
        icon={<Lock className="size-6" />}
        title={`Your role doesn't include ${section.label}`}
        hint={`You have the ${CLIENT_ROLES[role].label} role at ${company}. To get access, ask ${ask}.`}
        action={<ButtonLink to={sectionUrl("overview")}>Go to overview</ButtonLink>}
      />
    </>
  );
}
