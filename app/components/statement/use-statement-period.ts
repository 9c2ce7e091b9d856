import { useSearchParams } from "react-router";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import type { StatementPeriod } from "#domain/statements/build-statement.ts";
import { parsePeriod, presetPeriod } from "#domain/statements/statement-period.ts";

/** A period as entered, which may be invalid. */
export type PeriodInput = { from: string; to: string };

/** The period in the URL parameters `from` and `to`, or the current year if both are missing. */
export function useStatementPeriod(): {
  period: StatementPeriod;
  isValid: boolean;
  today: CalendarDate;
  setPeriod: (input: PeriodInput) => void;
} {
  const [searchParams, setSearchParams] = useSearchParams();
  const today = firmToday(new Date());
  const hasPeriod = searchParams.has("from") || searchParams.has("to");
  const period = hasPeriod
    ? parsePeriod(searchParams.get("from"), searchParams.get("to"))
    : presetPeriod("this-year", today);
  return {
    period: period ?? { from: null, to: null },
    isValid: period !== null,
    today,
    setPeriod: ({ from, to }) =>
      setSearchParams(
        (params) => {
          // An empty date stays in the URL, so that it is not replaced by the current year.
          params.set("from", from);
          params.set("to", to);
          return params;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}
