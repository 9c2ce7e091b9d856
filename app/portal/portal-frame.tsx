import { type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { signOut } from "#app/auth/sessions/sign-out.ts";
import { brand } from "#brand";
import { BottomBar } from "./bottom-bar.tsx";
import { forgetDrafts } from "./drafts.ts";
import { PortalHeader } from "./portal-header.tsx";
import { sectionAddress } from "./section-address.ts";
import { sections } from "./sections.ts";
import { Sidebar } from "./sidebar.tsx";
import { useSection } from "./use-section.ts";

/** Milliseconds after which the other sections' scripts are fetched, when those of this one have arrived. */
const PREFETCH_AFTER = 1500;

/** Header, sidebar or bottom bar, and the place where a section is drawn. */
export function PortalFrame({ email, children }: { email: string; children: ReactNode }) {
  const section = useSection();
  const navigate = useNavigate();
  const content = useRef<HTMLElement>(null);
  const shownBefore = useRef(section.id);
  const [isSigningOut, setIsSigningOut] = useState(false);

  useEffect(() => {
    document.title = `${section.title} – ${brand.name}`;
    if (shownBefore.current === section.id) return;
    shownBefore.current = section.id;
    // A screen reader goes on reading at the new section, not at the link that led to it.
    content.current?.focus({ preventScroll: true });
  }, [section]);

  useEffect(() => {
    const timer = setTimeout(() => {
      // Only a head start: a section that fails here is fetched again, and told, when it is opened.
      for (const { screen } of sections) void screen.load().catch(() => {});
    }, PREFETCH_AFTER);
    return () => clearTimeout(timer);
  }, []);

  async function leave() {
    setIsSigningOut(true);
    await signOut("client");
    forgetDrafts();
    await navigate(sectionAddress("overview"), { replace: true });
  }

  return (
    <div className="min-h-dvh">
      <PortalHeader email={email} isSigningOut={isSigningOut} onSignOut={leave} />
      <div className="flex">
        <Sidebar current={section.id} />
        <main
          id="content"
          ref={content}
          tabIndex={-1}
          className="min-w-0 flex-1 [--below-header:4rem] px-4 pt-6 pb-28 outline-none sm:px-8 sm:pt-8 lg:pb-12 print:p-0"
        >
          <div className="mx-auto max-w-[75rem]">{children}</div>
        </main>
      </div>
      <BottomBar current={section.id} />
    </div>
  );
}
