import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { MetaFunction } from "react-router";
import { type AccountingExport, fetchAccountingExport } from "#app/api/admin/accounting.ts";
import { downloadFile } from "#app/components/download-file.ts";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Download } from "#app/ui/icons.tsx";
import { BackLink } from "#app/ui/layout/back-link.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import {
  ACCOUNTING_FORMATS,
  type AccountingFormat,
  accountingFormatLabel,
} from "#domain/accounting/accounting-export.ts";
import { DEFAULT_XERO_CODES } from "#domain/accounting/xero.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { parsePeriod, presetPeriod } from "#domain/statements/statement-period.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { loadXeroCodes, saveXeroCodes } from "./xero-codes.ts";

export const meta: MetaFunction = () => pageMeta("Accounting export");

const FORMAT_NOTES = {
  quickbooks:
    "In QuickBooks Online, turn on custom transaction numbers first, or QuickBooks assigns its own. Import the invoices under Settings > Import data > Invoices, and upload the bank file to an account for Square. QuickBooks asks you to map the columns.",
  xero: "In Xero, import the invoices under Business > Invoices, and the bank file as statement lines of a bank account for Square. Xero asks you to map the columns and imports the invoices as drafts.",
  ledger: "Double-entry postings in which debits equal credits, for any accounting program.",
} satisfies Record<AccountingFormat, string>;

/** Downloads the invoices, payments, refunds and fees of a period for an accounting program. */
export default function AccountingPage() {
  const showAlert = useAlert();
  const [values, setValues] = useState(createDefaults);
  const period = parsePeriod(values.from, values.to);
  const isComplete = Boolean(period?.from && period.to);
  const download = useMutation({
    mutationFn: fetchAccountingExport,
    onSuccess: (zip, { format, from, to }) => downloadFile(`${format}-${from}-${to}.zip`, zip),
    onError: () => void showAlert("We couldn't create the export. Try again."),
  });
  const setValue = (name: keyof AccountingExport) => (event: { target: { value: string } }) =>
    setValues({ ...values, [name]: event.target.value });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isComplete) {
      event.currentTarget.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
      return;
    }
    saveXeroCodes({ accountCode: values.account, taxType: values.tax });
    download.mutate({
      ...values,
      account: values.account.trim() || DEFAULT_XERO_CODES.accountCode,
      tax: values.tax.trim() || DEFAULT_XERO_CODES.taxType,
    });
  }

  return (
    <>
      <BackLink to="/admin/invoices" label="All invoices" />
      <PageHeader
        title="Accounting export"
        subtitle="Invoices, payments, refunds, fees and taxes as CSV files"
      />
      <Card className="max-w-2xl">
        <form noValidate onSubmit={submit} className="grid gap-4">
          <Select
            label="Format"
            value={values.format}
            onChange={(event) => {
              const format = ACCOUNTING_FORMATS.find((each) => each === event.target.value);
              setValues({ ...values, format: format ?? values.format });
            }}
            options={ACCOUNTING_FORMATS.map((format) => ({
              value: format,
              label: accountingFormatLabel(format),
            }))}
            hint={FORMAT_NOTES[values.format]}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="From"
              type="date"
              required
              value={values.from}
              onChange={setValue("from")}
              error={isComplete || !values.to ? undefined : "Choose a start date on or before the end date."}
            />
            <TextField
              label="To"
              type="date"
              required
              value={values.to}
              onChange={setValue("to")}
              error={values.to ? undefined : "Choose an end date."}
            />
          </div>
          {values.format === "xero" && (
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                label="Account code"
                value={values.account}
                onChange={setValue("account")}
                hint="The code of a revenue account in Xero"
                maxLength={100}
              />
              <TextField
                label="Tax type"
                value={values.tax}
                onChange={setValue("tax")}
                hint="The name of a tax rate in Xero"
                maxLength={100}
              />
            </div>
          )}
          <div>
            <Button
              type="submit"
              tone="primary"
              busy={download.isPending}
              busyLabel="Creating files..."
              icon={<Download aria-hidden="true" className="size-4" />}
            >
              Download
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
}

/** Defaults to the previous month, because it is usually complete. */
function createDefaults(): AccountingExport {
  const { from, to } = presetPeriod("last-month", firmToday(new Date()));
  const { accountCode, taxType } = loadXeroCodes();
  return { format: "quickbooks", from: from ?? "", to: to ?? "", account: accountCode, tax: taxType };
}
