import { useQuery } from "@tanstack/react-query";
import { QueryProvider } from "#app/api/client/query-client.tsx";
import { ownClientQuery } from "#app/api/portal/client-account.ts";
import type { SessionUser } from "#app/auth/sessions/session-user.ts";
import { useLazyComponent } from "#app/components/lazy-component.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { OverviewSkeleton } from "#app/components/overview-skeleton.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { ToastProvider } from "#app/ui/overlays/toast.tsx";
import { CurrentClientContext } from "./current-client.ts";
import { PortalFrame } from "./portal-frame.tsx";
import { PrintHeader } from "./print-header.tsx";
import { useSection } from "./use-section.ts";

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
  const client = useQuery(ownClientQuery(user));
  const { title, screen } = useSection();
  const Screen = useLazyComponent(screen);
  if (client.data && Screen) {
    return (
      <CurrentClientContext value={{ ...client.data, email: user.email }}>
        <PrintHeader company={client.data.company} />
        <Screen />
      </CurrentClientContext>
    );
  }
  return (
    <>
      <PageHeader title={title} />
      <Loaded
        query={client}
        errorMessage="Unable to load client data"
        loading={
          <Loading text="Loading your data...">
            <OverviewSkeleton />
          </Loading>
        }
      >
        {() => <OverviewSkeleton />}
      </Loaded>
    </>
  );
}
