import type { ReactNode } from "react";
import type { SectionId } from "../section-link.tsx";

type SectionProps = { id: SectionId; label: string; title: ReactNode; lead?: ReactNode; children: ReactNode };

/**
 * Section of the landing page, linked from the header. Links to it hide its border, and on phones some of its padding, behind
 * the header.
 */
export function Section({ id, label, title, lead, children }: SectionProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="-scroll-mt-12 border-line border-t py-16 outline-none sm:-scroll-mt-4 lg:py-24"
    >
      <div className="mx-auto max-w-[75rem] px-4 sm:px-6">
        <p className="font-mono text-13 text-accent">{label}</p>
        <h2 id={`${id}-title`} className="mt-3 max-w-[32ch] text-28 sm:text-36">
          {title}
        </h2>
        {lead && <p className="mt-4 max-w-[62ch] text-18 text-muted">{lead}</p>}
        {children}
      </div>
    </section>
  );
}
