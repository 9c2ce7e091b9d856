import { brand } from "#brand";
import { dateIn, formatDate } from "#domain/calendar-date.ts";

/** On paper, where no header stands: whose page it is, and of which day. */
export function PaperHead({ company }: { company: string }) {
  const today = dateIn(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <p className="mb-6 hidden border-line border-b pb-3 text-14 print:block">
      {[brand.name, company, `printed ${formatDate(today)}`].join(" · ")}
    </p>
  );
}
