import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { CalendarDays, Clock, Mail } from "#app/ui/icons.tsx";
import { brand } from "#brand";
import { BOOKING_PATH } from "#domain/scheduling/booking-pages.ts";
import { ContactForm } from "./contact-form.tsx";
import { NextTimes } from "./next-times.tsx";
import { Section } from "./section.tsx";

// Standalone links require the minimum target size; links within a sentence don't.
const LINK_CLASSES =
  "inline-flex min-h-6 items-center text-accent underline underline-offset-4 hover:text-accent-strong pointer-coarse:min-h-11";

export function Contact() {
  return (
    <Section
      id="contact"
      label="Get In Touch"
      title="Secure your AI infrastructure before someone else tests it for you"
    >
      <div className="mt-6 grid gap-8 sm:mt-12 sm:gap-12 lg:grid-cols-[1fr_1.5fr]">
        <ul className="grid content-start gap-3 sm:gap-4 md:max-lg:grid-cols-3">
          <InfoCard icon={Mail} title="Email Us" isRowOnPhones>
            <a href={`mailto:${brand.contactEmail}`} className={`${LINK_CLASSES} break-all`}>
              {brand.contactEmail}
            </a>
          </InfoCard>
          <InfoCard icon={Clock} title="Fast Response" isRowOnPhones>
            A reply within 24 hours from an engineer who'd work on your project.
          </InfoCard>
          <InfoCard icon={CalendarDays} title="Book Consultation">
            <a href={BOOKING_PATH} className={LINK_CLASSES}>
              Book a free consultation
            </a>
            <span className="block">Schedule a call: a free 30-min strategy session</span>
            <NextTimes />
          </InfoCard>
        </ul>
        <ContactForm />
      </div>
    </Section>
  );
}

type InfoCardProps = {
  icon: typeof Mail;
  title: string;
  /** On phones, shows a row without a frame, so that the form is on the first screen. */
  isRowOnPhones?: boolean;
  children: ReactNode;
};

function InfoCard({ icon: Icon, title, isRowOnPhones = false, children }: InfoCardProps) {
  return (
    <li
      className={classNames(
        "flex gap-3 rounded-medium border border-line bg-surface p-4 sm:gap-4 sm:p-5 md:max-lg:flex-col md:max-lg:gap-3",
        isRowOnPhones && "max-sm:border-0 max-sm:bg-transparent max-sm:p-0 max-sm:first:items-center",
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" strokeWidth={1.75} />
      <div className="min-w-0 text-14 text-muted">
        <h3
          className={classNames(
            "font-medium text-16 text-text tracking-normal",
            isRowOnPhones && "max-sm:me-3 max-sm:inline",
          )}
        >
          {title}
        </h3>
        <div className={isRowOnPhones ? "max-sm:inline sm:mt-1" : "mt-1"}>{children}</div>
      </div>
    </li>
  );
}
