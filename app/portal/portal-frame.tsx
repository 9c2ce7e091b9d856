import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { isNoClientError, ownAccessQuery } from "#app/api/portal/client-account.ts";
import type { SessionUser } from "#app/auth/sessions/session-user.ts";
import { signOut } from "#app/auth/sessions/sign-out.ts";
import { MeasuredWidth } from "#app/ui/layout/measured-width.tsx";
import { brand } from "#brand";
import { useClientSwitch } from "./access/use-client-switch.ts";
import { useAccessibleSections } from "./access/use-portal-access.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { PortalHeader } from "./portal-header.tsx";
import { type SectionId, sectionUrl } from "./section-url.ts";
import { Sidebar } from "./sidebar.tsx";
import { useSection } from "./use-section.ts";
import { useUnreadCounts } from "./use-unread-counts.ts";

/** Other sections are prefetched when no data is loading at the end of an interval. */
const PREFETCH_INTERVAL_MS = 1500;

/** The URL parameters with the record that a section shows. */
const RECORD_PARAMS: Readonly<Partial<Record<SectionId, string>>> = {
  billing: "invoice",
  findings: "finding",
  proposals: "proposal",
};

/** Portal layout: header, sidebar or bottom bar, and the current section. */
export function PortalFrame({ user, children }: { user: SessionUser; children: ReactNode }) {
  const section = useSection();
  const navigate = useNavigate();
  const content = useRef<HTMLElement>(null);
  const [searchParams] = useSearchParams();
  const recordId = searchParams.get(RECORD_PARAMS[section.id] ?? "");
  const page = `${section.id} ${recordId ?? ""}`;
  const previousPage = useRef(page);
  const [isSigningOut, setIsSigningOut] = useState(false);
  const unreadCounts = useUnreadCounts(user);
  const sections = useAccessibleSections(user);
  const access = useQuery(ownAccessQuery(user));
  const hasNavigation = !isNoClientError(access.error);
  const clientSwitch = useClientSwitch(user);
  const queryClient = useQueryClient();

  useEffect(() => {
    // The page of an invoice, a finding or a proposal sets its own title.
    if (!recordId) {
      document.title = `${section.title} – ${brand.name}`;
    }
    if (previousPage.current === page) {
      return;
    }
    previousPage.current = page;
    // Move the focus from the clicked link to the new page, so that screen readers continue there. A page can have moved it
    // to a part of its content already.
    if (!content.current?.contains(document.activeElement)) {
      content.current?.focus({ preventScroll: true });
    }
  }, [section, recordId, page]);

  useEffect(() => {
    const timer = setInterval(() => {
      // On a slow connection, the scripts of other sections would delay the data of the current one.
      if (queryClient.isFetching() > 0) {
        return;
      }
      clearInterval(timer);
      // Ignore errors: a section that fails here loads again, and reports the error, when it is opened.
      for (const { screen } of sections) {
        void screen.load().catch(() => {});
      }
    }, PREFETCH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [sections, queryClient]);

  async function logOut() {
    setIsSigningOut(true);
    await signOut("client");
    await navigate(sectionUrl("overview"), { replace: true });
  }

  return (
    <div className="min-h-dvh pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)]">
      <PortalHeader
        sections={hasNavigation ? sections : []}
        email={user.email}
        current={section.id}
        unreadCounts={unreadCounts}
        isSigningOut={isSigningOut}
        onSignOut={logOut}
        clientSwitch={clientSwitch}
      />
      <div className="flex">
        {hasNavigation && <Sidebar sections={sections} current={section.id} unreadCounts={unreadCounts} />}
        <main
          id="content"
          ref={content}
          tabIndex={-1}
          className="min-w-0 flex-1 [--below-header:4rem] px-4 pt-6 pb-[calc(6rem+env(safe-area-inset-bottom))] outline-none max-lg:has-data-[fixed-footer=double]:pb-[calc(10rem+env(safe-area-inset-bottom))] sm:px-8 sm:pt-8 lg:pb-12 print:p-0"
        >
          <MeasuredWidth className="mx-auto max-w-[75rem]">{children}</MeasuredWidth>
        </main>
      </div>
      {hasNavigation && <BottomBar sections={sections} current={section.id} unreadCounts={unreadCounts} />}
    </div>
  );
}
