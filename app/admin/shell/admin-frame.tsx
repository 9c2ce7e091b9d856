import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { MeasuredWidth } from "#app/ui/layout/measured-width.tsx";
import { AdminHeader } from "./admin-header.tsx";
import { Sidebar } from "./sidebar.tsx";

/** Page frame with header, sidebar and content area. */
export function AdminFrame({ email, children }: { email: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  const previousPathname = useRef(pathname);

  useEffect(() => {
    if (previousPathname.current === pathname) {
      return;
    }
    previousPathname.current = pathname;
    // Move the focus from the clicked link to the new page, so that screen readers continue there.
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
          className="min-w-0 flex-1 px-4 pt-6 pb-12 outline-none sm:px-5 sm:pt-8 2xl:px-8 print:p-0"
        >
          <MeasuredWidth className="mx-auto max-w-[90rem]">{children}</MeasuredWidth>
        </main>
      </div>
    </div>
  );
}
