import type { ReactNode } from "react";
import type { IconComponent } from "#app/ui/icon-svg.tsx";
import { CalendarDays, Clock, Globe, MessagesSquare, User } from "#app/ui/icons.tsx";
import { placeholder } from "../placeholder.ts";

type ConsultationSummaryProps = {
  /** Who can hold the consultation. Without it, the summary doesn't name anyone. */
  hosts?: string;
  children?: ReactNode;
};

/** When and where a consultation takes place. */
export function ConsultationSummary({ hosts, children }: ConsultationSummaryProps) {
  return (
    <section aria-label="Consultation" className="rounded-medium border border-line bg-surface p-5">
      <ul className="grid gap-3 text-14">
        <Detail icon={CalendarDays}>
          <span className="block font-medium text-16">{placeholder("date")}</span>
        </Detail>
        <Detail icon={Clock}>
          <span className="tabular block font-medium text-16">{placeholder("time")}</span>
        </Detail>
        <Detail icon={Globe}>
          <span className="block">{placeholder("zoneLabel")}</span>
          <span className="tabular block text-muted empty:hidden">{placeholder("otherTime")}</span>
        </Detail>
        {hosts && <Detail icon={User}>{hosts}</Detail>}
        <Detail icon={MessagesSquare}>{placeholder("place")}</Detail>
      </ul>
      {children}
    </section>
  );
}

/** Fragments that fill in the place of a booked consultation. */
export function PlaceFragments() {
  return (
    <template data-fragment="phonePlace">
      {`Call ${placeholder("host")} at `}
      <a
        href={placeholder("link")}
        className="tabular whitespace-nowrap text-accent underline underline-offset-4"
      >
        {placeholder("phone")}
      </a>
    </template>
  );
}

function Detail({ icon: Icon, children }: { icon: IconComponent; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon aria-hidden="true" className="mt-1 size-4 shrink-0 text-accent" />
      <div className="wrap-anywhere min-w-0">{children}</div>
    </li>
  );
}
