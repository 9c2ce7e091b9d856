import { brand } from "#brand";
import { dateInTimeZone, formatDate } from "#domain/dates/calendar-date.ts";

/** Replaces the page header when printing. Hidden if the content has its own print header. */
export function PrintHeader({ company }: { company: string }) {
  const today = dateInTimeZone(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <p className="mb-6 hidden border-line border-b pb-3 text-14 print:block [main:has([data-own-print-header])_&]:hidden">
      {[brand.name, company, `printed ${formatDate(today)}`].join(" · ")}
    </p>
  );
}
