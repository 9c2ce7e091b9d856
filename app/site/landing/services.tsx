import { useId } from "react";
import { Check } from "#app/ui/icons.tsx";
import { BookConsultation } from "../book-consultation.tsx";
import { servicePath } from "../service-path.ts";
import { SERVICE_CARDS, type ServiceCard } from "../services/service-cards.ts";
import { Section } from "./section.tsx";

export function Services() {
  return (
    <Section
      id="services"
      label="Services"
      title="Three ways we work with you"
      lead="Each comes with a fixed scope, a named lead, and a deliverable you can hand to your board, auditors or customers."
    >
      <ul className="mt-12 grid items-start gap-4 lg:grid-cols-3">
        {SERVICE_CARDS.map((service) => (
          <li key={service.title}>
            <Card service={service} />
          </li>
        ))}
      </ul>
      <div className="mt-12 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-line border-t pt-8">
        <p className="max-w-[52ch] text-muted">
          Not sure which one fits? Tell us which AI systems you run. We'll recommend what to test first, or
          let you know if you don't need us.
        </p>
        <BookConsultation appearance="secondary" />
      </div>
    </Section>
  );
}

/** scripts/toggles.ts expands the features. Without scripts, no-script.css shows them. */
function Card({ service: { title, description, icon: Icon, features } }: { service: ServiceCard }) {
  const detailsId = useId();
  return (
    <article className="rounded-medium border border-line bg-surface p-5 sm:p-6">
      <div className="max-sm:flex max-sm:items-center max-sm:gap-3">
        <Icon aria-hidden="true" className="size-6 shrink-0 text-accent" strokeWidth={1.75} />
        <h3 className="text-22 max-sm:text-18 sm:mt-4 lg:max-xl:text-18">
          <a
            href={servicePath(title)}
            className="inline-flex min-h-6 items-center rounded-small underline-offset-4 transition-colors hover:text-accent hover:underline pointer-coarse:min-h-11"
          >
            {title}
          </a>
        </h3>
      </div>
      <p className="mt-3 text-muted lg:min-h-[7.75em] xl:min-h-[6.2em]">{description}</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2 sm:mt-6">
        <button
          type="button"
          data-toggles={detailsId}
          aria-expanded="false"
          aria-controls={detailsId}
          className="needs-script inline-flex min-h-10 items-center gap-2 rounded-small border border-edge px-4 font-medium text-14 transition-colors hover:bg-raised pointer-coarse:min-h-11"
        >
          <span data-label="">Learn More</span>
          <span className="sr-only"> about {title}</span>
        </button>
        <div id={detailsId} data-open="false" className="script-opens basis-full">
          <h4 className="mt-4 font-medium text-14">Key Features</h4>
          <ul className="mt-3 grid gap-2.5 text-14 text-muted">
            {features.map((feature) => (
              <li key={feature} className="flex gap-2.5">
                <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
                {feature}
              </li>
            ))}
          </ul>
          <a
            href={servicePath(title)}
            className="mt-3 inline-flex min-h-10 items-center text-14 text-accent underline underline-offset-4 hover:text-accent-strong pointer-coarse:min-h-11"
          >
            See scope and deliverables<span className="sr-only"> for {title}</span>
          </a>
        </div>
      </div>
    </article>
  );
}
