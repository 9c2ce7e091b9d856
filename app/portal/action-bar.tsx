import type { ReactNode } from "react";

type ActionBarProps = { label: string; children: ReactNode };

/** Bar with a page's primary action above the tabs on narrow screens. */
export function ActionBar({ label, children }: ActionBarProps) {
  return (
    <section
      aria-label={label}
      data-fixed-footer="double"
      className="fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 flex items-center justify-between gap-4 border-line border-t bg-raised px-4 py-3 sm:px-8 lg:hidden"
    >
      {children}
    </section>
  );
}
