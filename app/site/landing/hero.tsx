import { aboutFigures, heroFigures, terminalFigures } from "#app/site/firm-facts.ts";
import { ArrowDown } from "#app/ui/icons.tsx";
import { BookConsultation } from "../book-consultation.tsx";
import { SectionLink } from "../section-link.tsx";
import { FigureSource, IllustrativeNote } from "./figures.tsx";
import { Terminal } from "./terminal.tsx";

export const HEADLINE = "AI security you can show your auditors.";

/** All figures on the page, because one footnote applies to all of them. */
const ALL_FIGURES = [...heroFigures, ...aboutFigures, ...Object.values(terminalFigures)];

const BUTTON_CLASSES =
  "inline-flex min-h-12 items-center justify-center rounded-small border px-5 font-medium text-16 transition-colors max-sm:w-full sm:px-6 lg:max-[1180px]:px-4";

export function Hero() {
  return (
    <section id="home" tabIndex={-1} aria-labelledby="home-title" className="hero relative outline-none">
      <div className="mx-auto grid max-w-[75rem] gap-x-12 gap-y-12 px-4 pt-28 pb-20 sm:px-6 lg:grid-cols-[1.2fr_1fr] lg:grid-rows-[1fr_auto] lg:pt-32 lg:pb-24">
        <div className="self-center">
          <h1 id="home-title" className="max-w-[8.4em] text-hero tracking-[-0.03em]">
            {HEADLINE}
          </h1>
          <p className="mt-6 max-w-[52ch] text-18 text-muted">
            We test, govern and harden the AI systems your business depends on, and leave you with evidence:
            what we tested, what we found, and which fixes work.
          </p>
          <div className="mt-8 flex flex-wrap gap-3 lg:max-[1180px]:gap-2">
            <SectionLink
              asButton
              section="contact"
              className={`${BUTTON_CLASSES} border-transparent bg-accent text-ink-on-accent hover:bg-accent-strong`}
            >
              Get Started
            </SectionLink>
            <BookConsultation appearance="secondary" className="max-sm:w-full lg:max-[1180px]:px-4" />
            <SectionLink
              asButton
              section="services"
              className={`${BUTTON_CLASSES} border-transparent text-muted hover:bg-raised hover:text-text lg:max-[1180px]:px-1!`}
            >
              Explore Services
            </SectionLink>
          </div>
          <p className="mt-4 text-14 text-faint">
            Start with a free security consultation. You'll hear from an engineer within 24&nbsp;hours.
          </p>
        </div>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Terminal />
        </div>
        <HeroFigures />
      </div>
      <SectionLink
        section="services"
        className="absolute bottom-3 left-1/2 grid size-11 -translate-x-1/2 place-items-center rounded-small text-faint transition-colors hover:bg-raised hover:text-text"
      >
        <ArrowDown aria-hidden="true" className="size-5" />
        <span className="sr-only">Scroll down to services</span>
      </SectionLink>
    </section>
  );
}

function HeroFigures() {
  return (
    <div className="border-line border-t pt-6">
      <dl className="flex flex-wrap gap-x-12 gap-y-4">
        {heroFigures.map((figure) => (
          <div key={figure.label} className="flex flex-col-reverse">
            <dt className="text-14 text-muted">
              {figure.label}
              <FigureSource figure={figure} />
            </dt>
            <dd className="tabular font-semibold text-28 tracking-tight">{figure.value}</dd>
          </div>
        ))}
      </dl>
      <IllustrativeNote figures={ALL_FIGURES} className="mt-3 text-13 text-faint" />
    </div>
  );
}
