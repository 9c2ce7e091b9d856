import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { KeepFocus } from "#app/ui/keep-focus.tsx";
import { BackLink } from "#app/ui/layout/back-link.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { isUuid } from "#domain/text/uuid.ts";
import { type Loadable, Loaded } from "./loaded.tsx";

type RecordPageProps<Data> = {
  /** The record's ID in the URL. It is not loaded if it is invalid. */
  id: string;
  query: Loadable<Data | null>;
  /** Such as "client". */
  noun: string;
  /** Heading until the record is loaded, and if it does not exist. */
  title: string;
  /** Link to the list that contains the record. */
  list: { to: string; label: string };
  /** Placeholder with the shape of the content. Defaults to rows. */
  skeleton?: ReactNode;
  notFound: { icon: ReactNode; hint: string; action: string };
  children: (data: Data) => ReactNode;
};

/** A page about one record, with its loading, error and not found states. */
export function RecordPage<Data>(page: RecordPageProps<Data>) {
  const { id, query, noun, title, list, skeleton, notFound, children } = page;
  const notFoundState = (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={notFound.icon}
        title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`}
        hint={notFound.hint}
        action={<ButtonLink to={list.to}>{notFound.action}</ButtonLink>}
      />
    </>
  );
  return (
    <KeepFocus>
      <BackLink to={list.to} label={list.label} />
      {isUuid(id) ? (
        <Loaded
          query={query}
          errorMessage={`We couldn't load the ${noun}.`}
          loading={
            <>
              <PageHeader title={title} />
              <Loading text={`Loading ${noun}...`}>{skeleton}</Loading>
            </>
          }
        >
          {(data) => (data === null ? notFoundState : children(data))}
        </Loaded>
      ) : (
        notFoundState
      )}
    </KeepFocus>
  );
}
