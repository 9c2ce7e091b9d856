import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { QueryProvider } from "#app/api/client/query-client.tsx";
import {
  isNoClientError,
  type OwnAccess,
  ownAccessKey,
  ownAccessQuery,
  ownInvitationsQuery,
  recordVisit,
} from "#app/api/portal/client-account.ts";
import type { SessionUser } from "#app/auth/sessions/session-user.ts";
import { createLazyComponent, useLazyComponent } from "#app/components/lazy-component.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { OverviewSkeleton } from "#app/components/overview-skeleton.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { ToastProvider } from "#app/ui/overlays/toast.tsx";
import { ForbiddenSection } from "./access/forbidden-section.tsx";
import { InvitationPage, Invitations } from "./access/invitations.tsx";
import { NoClient } from "./access/no-client.tsx";
import { canUseSection } from "./access/use-portal-access.ts";
import { CurrentClientContext } from "./current-client.ts";
import { PortalFrame } from "./portal-frame.tsx";
import { PrintHeader } from "./print-header.tsx";
import { useSection } from "./use-section.ts";

const lazyEnrollFactor = createLazyComponent(async () => {
  const { EnrollFactor } = await import("./access/enroll-factor.tsx");
  return EnrollFactor;
});

export function Portal({ user }: { user: SessionUser }) {
  return (
    <ToastProvider>
      <QueryProvider area="client">
        <PortalFrame user={user}>
          <PortalContent user={user} />
        </PortalFrame>
      </QueryProvider>
    </ToastProvider>
  );
}

function PortalContent({ user }: { user: SessionUser }) {
  const access = useQuery(ownAccessQuery(user));
  const { id: sectionId } = useSection();
  useAccessCheck(user, sectionId);
  if (isNoClientError(access.error)) {
    return <WithoutClient user={user} />;
  }
  return (
    <>
      <Invitations />
      <AccessibleContent user={user} />
    </>
  );
}

/** The invitations of a person who has not joined a client, or the reason why there is nothing to show. */
function WithoutClient({ user }: { user: SessionUser }) {
  const { title } = useSection();
  const invitations = useQuery(ownInvitationsQuery());
  if (invitations.data && invitations.data.length > 0) {
    return <InvitationPage invitations={invitations.data} />;
  }
  return (
    <>
      <PageHeader title={title} />
      {invitations.isPending ? <LoadingClient /> : <NoClient email={user.email} />}
    </>
  );
}

function AccessibleContent({ user }: { user: SessionUser }) {
  const access = useQuery(ownAccessQuery(user));
  const { title } = useSection();
  const mustEnroll = access.data?.selected.needs_second_factor ?? false;
  const EnrollFactor = useLazyComponent(lazyEnrollFactor, { isNeeded: mustEnroll });
  if (access.data?.client) {
    return (
      <ClientContent
        key={access.data.client.id}
        user={user}
        access={access.data}
        client={access.data.client}
      />
    );
  }
  if (access.data && mustEnroll && EnrollFactor) {
    return <EnrollFactor company={access.data.selected.company} />;
  }
  return (
    <>
      <PageHeader title={title} />
      <Loaded query={access} errorMessage="Unable to load client data" loading={<LoadingClient />}>
        {() => <LoadingClient />}
      </Loaded>
    </>
  );
}

/** Reads the user's access again when the section changes, because it can end while the portal is open. */
function useAccessCheck(user: SessionUser, sectionId: string): void {
  const queryClient = useQueryClient();
  const checkedSection = useRef(sectionId);
  useEffect(() => {
    if (checkedSection.current !== sectionId) {
      checkedSection.current = sectionId;
      void queryClient.invalidateQueries({ queryKey: ownAccessKey(user.userId) });
    }
  }, [queryClient, sectionId, user.userId]);
}

type ClientContentProps = { user: SessionUser; access: OwnAccess; client: NonNullable<OwnAccess["client"]> };

function ClientContent({ user, access, client }: ClientContentProps) {
  const section = useSection();
  const { role, permissions, name, is_contact_person } = access.selected;
  const isAllowed = canUseSection(section, permissions);
  const Screen = useLazyComponent(section.screen, { isNeeded: isAllowed });

  useEffect(() => {
    recordVisit().catch(logRequestError);
  }, []);

  if (isAllowed && !Screen) {
    return (
      <>
        <PageHeader title={section.title} />
        <LoadingClient />
      </>
    );
  }
  return (
    <CurrentClientContext
      value={{
        ...client,
        role,
        permissions,
        name,
        is_contact_person,
        userId: user.userId,
        email: user.email,
      }}
    >
      <PrintHeader company={client.company} />
      {isAllowed && Screen ? <Screen /> : <ForbiddenSection section={section} />}
    </CurrentClientContext>
  );
}

function LoadingClient() {
  return (
    <Loading text="Loading your data...">
      <OverviewSkeleton />
    </Loading>
  );
}
