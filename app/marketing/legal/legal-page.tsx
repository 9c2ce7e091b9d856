import "./print.css";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { brand } from "#brand";

/** The frame of a legal page: its date above, how to reach the firm below. */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
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
      <p className="mt-4 text-14 text-faint">Last updated: {brand.legalUpdated}</p>
      <div className="mt-12 grid max-w-[68ch] gap-10">
        {children}
        <Clause title="Contact">
          <p>
            Questions about this page go to {brand.name} at{" "}
            <a href={`mailto:${brand.contactEmail}`} className="text-accent underline underline-offset-4">
              {brand.contactEmail}
            </a>
            . A person answers.
          </p>
        </Clause>
      </div>
    </article>
  );
}

export function Clause({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-22">{title}</h2>
      <div className="mt-3 grid gap-3 text-muted [&_li]:ml-5 [&_li]:list-disc [&_ul]:grid [&_ul]:gap-1.5">
        {children}
      </div>
    </section>
  );
}
