import type { ReactNode } from "react";
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
      <div className="mt-12 grid gap-12 lg:grid-cols-[1fr_1.5fr]">
        <ul className="grid content-start gap-4 md:max-lg:grid-cols-3">
          <InfoCard icon={Mail} title="Email Us">
            <a href={`mailto:${brand.contactEmail}`} className={`${LINK_CLASSES} break-all`}>
              {brand.contactEmail}
            </a>
          </InfoCard>
          <InfoCard icon={Clock} title="Fast Response">
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

function InfoCard({
  icon: Icon,
  title,
  children,
}: {
  icon: typeof Mail;
  title: string;
  children: ReactNode;
}) {
  return (
    <li className="flex gap-4 rounded-medium md:max-lg:flex-col md:max-lg:gap-3 border border-line bg-surface p-5">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" strokeWidth={1.75} />
      <div className="min-w-0 text-14 text-muted">
        <h3 className="font-medium text-16 text-text tracking-normal">{title}</h3>
        <div className="mt-1">{children}</div>
      </div>
    </li>
  );
}
