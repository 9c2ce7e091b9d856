import { useQuery } from "@tanstack/react-query";
import { ownClient } from "#app/api/own-client.ts";
import { DataProvider } from "#app/api/query-client.tsx";
import type { SignedIn } from "#app/auth/sessions/session-role.ts";
import { useLatePart } from "#app/components/late-part.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Providers } from "#app/ui/providers.tsx";
import { Loading, Skeleton } from "#app/ui/skeleton.tsx";
import { CurrentClientContext } from "./current-client.ts";
import { PaperHead } from "./paper-head.tsx";
import { PortalFrame } from "./portal-frame.tsx";
import { useSection } from "./use-section.ts";

/** The portal of who is signed in. */
export function Portal({ person }: { person: SignedIn }) {
  return (
    <Providers>
      <DataProvider house="client">
        <PortalFrame email={person.email}>
          <PortalContent person={person} />
        </PortalFrame>
      </DataProvider>
    </Providers>
  );
}

function PortalContent({ person }: { person: SignedIn }) {
  const client = useQuery(ownClient(person));
  const { title, screen } = useSection();
  const Screen = useLatePart(screen);
  if (client.data && Screen)
    return (
      <CurrentClientContext value={{ ...client.data, email: person.email }}>
        <PaperHead company={client.data.company} />
        <Screen />
      </CurrentClientContext>
    );
  return (
    <>
      <PageHead title={title} />
      <Loaded
        query={client}
        failed="Unable to load client data"
        loading={
          <Loading text="Loading your data...">
            <SectionShape />
          </Loading>
        }
      >
        {() => <SectionShape />}
      </Loaded>
    </>
  );
}

function SectionShape() {
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
      <Skeleton className="h-64" />
    </div>
  );
}
