import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Area } from "#app/api/client/area.ts";
import { fetchStatementPdf, statementQuery } from "#app/api/shared/statement.ts";
import { downloadFile } from "#app/components/download-file.ts";
import { PrintButton } from "#app/components/invoices/print-button.tsx";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading, Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Download, ScrollText } from "#app/ui/icons.tsx";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import type { Statement, StatementPeriod } from "#domain/statements/build-statement.ts";
import { isPayable, PAYMENT_HINT } from "#domain/statements/closing-balance.ts";
import { statementToCsv } from "#domain/statements/statement-csv.ts";
import { statementFileName } from "#domain/statements/statement-file-name.ts";
import { describePeriod } from "#domain/statements/statement-period.ts";
import { PeriodForm } from "./period-form.tsx";
import { StatementSummary } from "./statement-summary.tsx";
import { StatementTable } from "./statement-table.tsx";
import { useStatementPeriod } from "./use-statement-period.ts";

type StatementViewProps = {
  area: Area;
  clientId: string;
  /** Returns the URL of an invoice. */
  invoiceUrl: (invoiceId: string) => string;
  /** Where the user can pay. Administrators can't. */
  payUrl?: string;
};

/** A client's statement of account, with a period form and download buttons. The period is stored in the URL. */
export function StatementView({ area, clientId, invoiceUrl, payUrl }: StatementViewProps) {
  const { period, isValid, setPeriod, today } = useStatementPeriod();
  const statement = useQuery({ ...statementQuery(area, clientId, period), enabled: isValid });
  return (
    <div className="grid gap-6">
      <PeriodForm period={period} isValid={isValid} today={today} onChange={setPeriod} />
      {isValid && (
        <Loaded
          query={statement}
          errorMessage="We couldn't load the statement."
          loading={
            <Loading text="Loading statement...">
              <div className="grid gap-6">
                <Skeleton className="h-40" />
                <Skeleton className="h-64" />
              </div>
            </Loading>
          }
        >
          {(loaded) => (
            <>
              <p className="hidden text-14 print:block">
                {loaded.company}: {describePeriod(period)}
              </p>
              <StatementSummary statement={loaded.statement} />
              {payUrl && isPayable(loaded.statement) && (
                <p className="text-14 text-muted print:hidden">
                  {PAYMENT_HINT}{" "}
                  <Link to={payUrl} className="rounded-small text-accent underline underline-offset-4">
                    Billing
                  </Link>
                  .
                </p>
              )}
              <Downloads {...{ area, clientId, period, ...loaded }} />
              {loaded.statement.entries.length === 0 ? (
                <EmptyState
                  icon={<ScrollText className="size-6" />}
                  title="No invoices or payments in this period"
                  hint="Choose another period to see more"
                />
              ) : (
                <StatementTable entries={loaded.statement.entries} invoiceUrl={invoiceUrl} />
              )}
            </>
          )}
        </Loaded>
      )}
    </div>
  );
}

type DownloadsProps = {
  area: Area;
  clientId: string;
  company: string;
  statement: Statement;
  period: StatementPeriod;
};

function Downloads({ area, clientId, company, statement, period }: DownloadsProps) {
  const showAlert = useAlert();
  const savePdf = useMutation({
    mutationFn: () => fetchStatementPdf(area, clientId, period),
    onSuccess: (pdf) => downloadFile(statementFileName(company, "pdf"), pdf),
    onError: () => void showAlert("We couldn't create the PDF. Try again."),
  });
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button
        icon={<Download aria-hidden="true" className="size-4" />}
        busy={savePdf.isPending}
        busyLabel="Creating PDF..."
        onClick={() => savePdf.mutate()}
      >
        Download PDF
      </Button>
      <Button
        icon={<Download aria-hidden="true" className="size-4" />}
        onClick={() =>
          downloadFile(
            statementFileName(company, "csv"),
            new Blob([statementToCsv(statement, period)], { type: "text/csv;charset=utf-8" }),
          )
        }
      >
        Download CSV
      </Button>
      <PrintButton />
    </div>
  );
}
