import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { AdminHeader } from "./admin-header.tsx";
import { Sidebar } from "./sidebar.tsx";

/** Header, sidebar or menu, and the place where a page is drawn. */
export function AdminFrame({ email, children }: { email: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  const shownBefore = useRef(pathname);

  useEffect(() => {
    if (shownBefore.current === pathname) return;
    shownBefore.current = pathname;
    // A screen reader goes on reading at the new page, not at the link that led to it.
    content.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <div className="min-h-dvh">
      <AdminHeader email={email} />
      <div className="flex">
        <Sidebar />
        <main
          id="content"
          ref={content}
          tabIndex={-1}
          className="min-w-0 flex-1 px-4 pt-6 pb-12 outline-none sm:px-8 sm:pt-8"
        >
          <div className="mx-auto max-w-[75rem]">{children}</div>
        </main>
      </div>
    </div>
  );
}
