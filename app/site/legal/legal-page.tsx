import "./print.css";
import type { ReactNode } from "react";
import { LEGAL_UPDATED } from "#app/site/firm-facts.ts";
import { ArrowLeft } from "#app/ui/icons.tsx";
import { brand } from "#brand";

export type Clause = { title: string; text: ReactNode };

/** A page of clauses with a table of contents and contact details. The default introduction is the date of the last change. */
export function LegalPage({
  title,
  introduction = <p className="text-14 text-faint">Last updated: {LEGAL_UPDATED}</p>,
  clauses,
}: {
  title: string;
  introduction?: ReactNode;
  clauses: readonly Clause[];
}) {
  const allClauses = [...clauses, CONTACT_CLAUSE];
  return (
    <article className="mx-auto max-w-[75rem] px-4 pt-28 pb-24 sm:px-6">
      <a
        href="/"
        className="inline-flex min-h-10 items-center gap-2 rounded-small text-14 text-muted transition-colors hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to Home
      </a>
      <h1 className="mt-4 text-36 sm:text-48">{title}</h1>
      <div className="mt-4">{introduction}</div>
      <div className="mt-12 grid gap-x-16 gap-y-12 lg:grid-cols-[1fr_16rem]">
        <Contents clauses={allClauses} />
        <div className="grid max-w-[68ch] gap-10 lg:col-start-1 lg:row-start-1">
          {allClauses.map((clause) => (
            <section key={clause.title} id={clauseAnchor(clause)} tabIndex={-1} className="outline-none">
              <h2 className="text-22">{clause.title}</h2>
              <div className="mt-3 grid gap-3 text-muted [&_li]:ml-5 [&_li]:list-disc [&_ul]:grid [&_ul]:gap-1.5">
                {clause.text}
              </div>
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}

function Contents({ clauses }: { clauses: readonly Clause[] }) {
  return (
    <nav aria-label="On this page" className="max-lg:hidden lg:col-start-2 lg:row-start-1">
      <div className="sticky top-24 border-line border-l pl-5">
        <h2 className="font-medium text-13 text-faint tracking-normal">On this page</h2>
        <ul className="mt-2">
          {clauses.map((clause) => (
            <li key={clause.title}>
              <a
                href={`#${clauseAnchor(clause)}`}
                className="inline-flex min-h-8 items-center text-14/snug text-muted transition-colors hover:text-text"
              >
                {clause.title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

const CONTACT_CLAUSE: Clause = {
  title: "Contact",
  text: (
    <p>
      Questions? Email us at{" "}
      <a href={`mailto:${brand.contactEmail}`} className="text-accent underline underline-offset-4">
        {brand.contactEmail}
      </a>
      .
    </p>
  ),
};

/** Returns the URL fragment of a clause. */
function clauseAnchor({ title }: Clause): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
