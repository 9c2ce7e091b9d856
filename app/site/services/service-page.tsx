import type { ReactNode } from "react";
import type { MetaDescriptor } from "react-router";
import { ArrowLeft, Check } from "#app/ui/icons.tsx";
import { brand } from "#brand";
import type { ReportedFinding } from "#domain/findings/report/report.ts";
import type { Service } from "#domain/firm/service.ts";
import { BookConsultation } from "../book-consultation.tsx";
import { fitTitle, pageMeta } from "../page-meta.ts";
import { SampleFinding } from "../sample-finding.tsx";
import { SectionLink } from "../section-link.tsx";
import { servicePath } from "../service-path.ts";
import { createBreadcrumbNode, createServiceNode } from "../structured-data.ts";
import { SERVICE_CARDS } from "./service-cards.ts";

/** Content of a service page, with enough detail for a buyer to compare offers before a first call. */
export type ServiceDetails = {
  service: Service;
  /** Completes the page title: "AI Security Assessment for systems in production". */
  titleAudience: string;
  lead: string;
  keyFacts: ReadonlyArray<{ label: string; value: string }>;
  /** Heading for the scope, such as "What we test". */
  scopeTitle: string;
  scope: readonly string[];
  outOfScope: string;
  deliverables: ReadonlyArray<{ name: string; description: string }>;
  steps: ReadonlyArray<{ name: string; timing: string; description: string }>;
  /** Fictional example of another deliverable. Its caption says that it is fictional. */
  sample?: SampleRecord;
  /** The finding of the sample report that fits the service best. */
  finding: ReportedFinding;
};

type SampleRecord = {
  heading: string;
  title: string;
  lines: ReadonlyArray<{ label: string; text: string }>;
};

/** Metadata for a service page, for search engines and link previews. */
export function serviceMeta({ service, titleAudience, lead }: ServiceDetails): MetaDescriptor[] {
  const path = servicePath(service);
  return pageMeta({
    title: fitTitle(`${service} for ${titleAudience} – ${brand.name}`, `${service} – ${brand.name}`),
    description: lead,
    path,
    previewText: service,
    structuredData: [createServiceNode(service, lead), createBreadcrumbNode(service, path)],
  });
}

export function ServicePage({ details }: { details: ServiceDetails }) {
  const { service, lead, keyFacts, scopeTitle, scope, outOfScope, deliverables, steps, sample, finding } =
    details;
  return (
    <article className="mx-auto max-w-[75rem] px-4 pt-28 pb-24 sm:px-6">
      <SectionLink
        section="services"
        className="inline-flex min-h-10 items-center gap-2 rounded-small text-14 text-muted transition-colors hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        All services
      </SectionLink>
      <h1 className="mt-4 max-w-[18ch] text-36 sm:text-48">{service}</h1>
      <p className="mt-5 max-w-[60ch] text-18 text-muted">{lead}</p>
      <div className="mt-12 grid gap-x-16 gap-y-12 lg:grid-cols-[1fr_20rem]">
        <KeyFacts keyFacts={keyFacts} />
        <div className="grid max-w-[68ch] gap-14 lg:col-start-1 lg:row-start-1">
          <Section title={scopeTitle}>
            <Checklist entries={scope} />
            <p className="mt-4 text-muted">
              <strong className="font-medium text-text">Out of scope:</strong> {outOfScope}
            </p>
          </Section>
          <Section title="What you get">
            <dl className="divide-y divide-line border-line border-y">
              {deliverables.map(({ name, description }) => (
                <div key={name} className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[12rem_1fr]">
                  <dt className="font-medium">{name}</dt>
                  <dd className="text-muted">{description}</dd>
                </div>
              ))}
            </dl>
          </Section>
          <Section title="How it works">
            <ol className="grid gap-5">
              {steps.map(({ name, timing, description }, index) => (
                <li key={name} className="grid grid-cols-[2rem_1fr]">
                  <span aria-hidden="true" className="font-mono text-14/[1.7] text-accent">
                    {index + 1}
                  </span>
                  <div>
                    <h3 className="font-medium text-16 tracking-normal">
                      {name} <span className="font-normal text-14 text-faint">· {timing}</span>
                    </h3>
                    <p className="mt-1 text-muted">{description}</p>
                  </div>
                </li>
              ))}
            </ol>
          </Section>
          {sample && (
            <Section title={sample.heading}>
              <Sample {...sample} />
            </Section>
          )}
          <Section id="sample" title="Sample finding">
            <SampleFinding finding={finding} />
          </Section>
        </div>
      </div>
      <NextStep service={service} />
    </article>
  );
}

function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id}>
      <h2 className="text-22">{title}</h2>
      <div className="mt-4">{children}</div>
    </section>
  );
}

function KeyFacts({ keyFacts }: { keyFacts: ServiceDetails["keyFacts"] }) {
  return (
    <aside aria-label="At a glance" className="lg:col-start-2 lg:row-start-1">
      <div className="grid gap-4 lg:sticky lg:top-24">
        <BookConsultation appearance="primary" />
        <dl className="grid gap-px overflow-hidden rounded-medium border border-line bg-line sm:max-lg:grid-cols-2">
          {keyFacts.map(({ label, value }) => (
            <div
              key={label}
              className="bg-surface px-4 py-2.5 max-sm:grid max-sm:grid-cols-[5.5rem_1fr] max-sm:items-baseline sm:px-5 sm:py-4 sm:max-lg:last:odd:col-span-2"
            >
              <dt className="text-13 text-faint">{label}</dt>
              <dd className="text-14 sm:mt-1">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </aside>
  );
}

function Checklist({ entries }: { entries: readonly string[] }) {
  return (
    <ul className="grid gap-2.5 text-muted">
      {entries.map((entry) => (
        <li key={entry} className="flex gap-2.5">
          <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-accent" />
          {entry}
        </li>
      ))}
    </ul>
  );
}

function Sample({ title, lines }: SampleRecord) {
  return (
    <figure className="overflow-hidden rounded-medium border border-line bg-surface">
      <p className="border-line border-b px-5 py-3 font-mono text-13 text-faint">{title}</p>
      <dl className="grid gap-3 px-5 py-4 font-mono text-13">
        {lines.map(({ label, text }) => (
          <div key={label} className="grid gap-x-4 sm:grid-cols-[7rem_1fr]">
            <dt className="text-accent">{label}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      <figcaption className="border-line border-t px-5 py-3 text-13 text-faint">Fictional sample.</figcaption>
    </figure>
  );
}

function NextStep({ service }: { service: Service }) {
  const otherServices = SERVICE_CARDS.filter(({ title }) => title !== service);
  return (
    <section aria-labelledby="next-step" className="mt-16 border-line border-t pt-12">
      <h2 id="next-step" className="text-28">
        Not sure it's a fit?
      </h2>
      <p className="mt-3 max-w-[60ch] text-muted">
        In 30 minutes, an engineer recommends what to test first. If you don't need us, we'll say so.
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <BookConsultation appearance="primary" />
        {otherServices.map(({ title }) => (
          <a
            key={title}
            href={servicePath(title)}
            className="inline-flex min-h-8 items-center text-14 text-accent underline underline-offset-4 hover:text-accent-strong pointer-coarse:min-h-11"
          >
            {title}
          </a>
        ))}
      </div>
    </section>
  );
}
