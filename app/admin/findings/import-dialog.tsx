import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import {
  downloadImportPlan,
  type ImportFile,
  importFindings,
  previewImport,
} from "#app/api/admin/finding-imports.ts";
import { ApiError } from "#app/api/client/api-error.ts";
import { refetchFindings } from "#app/api/shared/findings.ts";
import { downloadFile } from "#app/components/download-file.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { SeverityBadge } from "#app/components/findings/severity-badge.tsx";
import { useUnmountSignal } from "#app/components/use-unmount-signal.ts";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Download } from "#app/ui/icons.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { CSV_COLUMNS, REQUIRED_CSV_COLUMNS } from "#domain/findings/import/csv-columns.ts";
import type { SeverityChoices } from "#domain/findings/import/import-mapping.ts";
import {
  countRows,
  formatImportReport,
  formatInvalidRows,
  formatSkipped,
  IMPORT_ACTION_LABELS,
  IMPORT_FORMAT_LABELS,
  type ImportPreview,
} from "#domain/findings/import/import-preview.ts";
import { IMPORT_FORMATS, type ImportFormat, SKIP_REASONS } from "#domain/findings/import/imported-finding.ts";
import { SEVERITIES } from "#domain/findings/severity.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";
import { ImportMappingDetails } from "./import-mapping.tsx";

const FORMAT_OPTIONS = IMPORT_FORMATS.map((value) => ({ value, label: IMPORT_FORMAT_LABELS[value] }));

const OPTIONAL_CSV_COLUMNS = CSV_COLUMNS.filter((column) =>
  REQUIRED_CSV_COLUMNS.every((required) => required !== column),
);
const CSV_HINT = `The first row contains the column names. Required: ${REQUIRED_CSV_COLUMNS.join(", ")}. Optional: ${OPTIONAL_CSV_COLUMNS.join(", ")}. Severities: ${SEVERITIES.join(", ")}.`;

const REPORT_TOAST_DURATION_MS = 8000;

type ImportDialogProps = {
  projects: readonly { id: string; project_name: string; clients: { company: string } }[];
  initialProjectId: string;
  onClose: () => void;
};

/** Imports the results of a security tool as drafts, after a preview. */
export function ImportDialog({ projects, initialProjectId, onClose }: ImportDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [projectId, setProjectId] = useState(initialProjectId);
  const [format, setFormat] = useState<ImportFormat | "">("");
  const [file, setFile] = useState<File | null>(null);
  const [severities, setSeverities] = useState<SeverityChoices>({});
  const getSignal = useUnmountSignal();
  const preview = useMutation({ mutationFn: (selected: ImportFile) => previewImport(selected, getSignal()) });
  const rowsError = preview.data ? formatInvalidRows(preview.data) : null;
  const hasInvalidRows = rowsError !== null;
  const load = useMutation({
    mutationFn: (selected: ImportFile) =>
      importFindings(selected, { skipsInvalidRows: hasInvalidRows, signal: getSignal() }),
    onSuccess: async (report) => {
      showToast(formatImportReport(report), { duration: REPORT_TOAST_DURATION_MS });
      onClose();
      await refetchFindings(queryClient);
    },
  });
  const downloadPlan = useMutation({
    mutationFn: async (selected: ImportFile) =>
      downloadFile(`import-${selected.format}.csv`, await downloadImportPlan(selected, getSignal())),
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't download the full list. Try again."), { tone: "negative" }),
  });
  const selected: ImportFile | null =
    file && format && projectId ? { projectId, format, file, severities } : null;
  const isEmpty = preview.data !== undefined && preview.data.counts.create + preview.data.counts.update === 0;
  const isPending = preview.isPending || load.isPending;
  const error = preview.error ?? load.error;
  const isFileInvalid = error instanceof ApiError && error.code === "invalid_file";
  const fileError = isFileInvalid ? error.message : rowsError;
  const fileRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (fileError) {
      fileRef.current?.focus();
    }
  }, [fileError]);
  // A preview describes one file, format and project.
  const resetPreview = () => {
    preview.reset();
    load.reset();
    setSeverities({});
  };
  return (
    <GuardedFormDialog
      title="Import results"
      description="Creates drafts from the results of a tool. Importing a later run updates the drafts instead of duplicating them."
      submitButton={{
        label: preview.data ? importLabel(preview.data) : "Preview",
        busyLabel: preview.data ? "Importing..." : "Reading...",
        disabled: !selected || isEmpty,
      }}
      subject="the import"
      isDirty={false}
      isPending={isPending}
      error={isFileInvalid ? null : error}
      errorMessage={
        load.error ? "We couldn't import the findings. Try again." : "We couldn't read the file. Try again."
      }
      onSubmit={() => {
        if (selected) {
          (preview.data ? load : preview).mutate(selected);
        }
      }}
      onClose={onClose}
      size="wide"
    >
      <Select
        label="Project"
        required
        disabled={isPending}
        placeholder="Select a project"
        value={projectId}
        onChange={(event) => {
          setProjectId(event.target.value);
          resetPreview();
        }}
        options={projects.map(({ id, project_name, clients }) => ({
          value: id,
          label: `${project_name} (${clients.company})`,
        }))}
      />
      <Select
        label="Format"
        required
        disabled={isPending}
        placeholder="Select a format"
        value={format}
        onChange={(event) => {
          setFormat(IMPORT_FORMATS.find((value) => value === event.target.value) ?? "");
          resetPreview();
        }}
        options={FORMAT_OPTIONS}
      />
      <TextField
        ref={fileRef}
        label="File"
        type="file"
        required
        disabled={isPending}
        hint={
          <>
            {format === "csv" && <span className="mb-1 block">{CSV_HINT}</span>}
            At most 50 MB and 20,000 results. Prompts and outputs are imported as text. Likely secrets are
            removed.
          </>
        }
        error={fileError ?? undefined}
        onChange={(event) => {
          setFile(event.target.files?.[0] ?? null);
          resetPreview();
        }}
      />
      {preview.data && selected && (
        <Preview
          preview={preview.data}
          severities={severities}
          mapping={
            <ImportMappingDetails
              mapping={preview.data.mapping}
              severities={severities}
              onChange={setSeverities}
              disabled={isPending}
            />
          }
          downloadButton={
            <Button
              size="small"
              className="justify-self-start"
              busy={downloadPlan.isPending}
              busyLabel="Creating the list..."
              icon={<Download aria-hidden="true" className="size-4" />}
              onClick={() => downloadPlan.mutate(selected)}
            >
              Download full list (CSV)
            </Button>
          }
        />
      )}
    </GuardedFormDialog>
  );
}

/** Rows with errors are skipped only by a button that says so. */
function importLabel(preview: ImportPreview): string {
  const { valid } = countRows(preview);
  if (preview.invalidRows.length === 0 || valid === 0) {
    return "Import drafts";
  }
  return `Import the other ${valid === 1 ? "row" : valid.toLocaleString("en-US")}`;
}

/** The rows of a CSV file that are not imported. */
function InvalidRows({ preview }: { preview: ImportPreview }) {
  const hiddenCount = countRows(preview).invalid - preview.invalidRows.length;
  return (
    <section aria-label="Rows with errors" className="grid gap-2 border-line border-t pt-3">
      <h3 className="font-medium text-14">Rows with errors</h3>
      <ul className="grid gap-1 text-muted">
        {preview.invalidRows.map(({ row, problem }) => (
          <li key={row} className="wrap-anywhere">
            {problem}
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <p className="text-muted">
          And {formatCount(hiddenCount, "more row")}, which the full list contains.
        </p>
      )}
    </section>
  );
}

type PreviewProps = {
  preview: ImportPreview;
  severities: SeverityChoices;
  mapping: ReactNode;
  downloadButton: ReactNode;
};

function Preview({ preview, severities, mapping, downloadButton }: PreviewProps) {
  const { tool, resultCount, counts, findings, skipped } = preview;
  const total = counts.create + counts.update + counts.published;
  // Only CSV has them, and it skips results for no other reason.
  const hasInvalidRows = preview.invalidRows.length > 0;
  return (
    <section aria-label="Preview" className="grid gap-3 text-14">
      <p role="status">
        {tool && `${tool}: `}
        {formatCount(resultCount, "result")}, {formatCount(total, "finding")}. {counts.create} new,{" "}
        {counts.update} to update, {counts.published} already published.
        {counts.create + counts.update === 0 && " Nothing to import."}
      </p>
      {hasInvalidRows ? (
        <InvalidRows preview={preview} />
      ) : (
        <ul className="grid gap-1 text-muted">
          {SKIP_REASONS.filter((reason) => (skipped[reason] ?? 0) > 0).map((reason) => (
            <li key={reason}>{formatSkipped(reason, preview)}</li>
          ))}
        </ul>
      )}
      {total > 0 && mapping}
      {downloadButton}
      <ul aria-label="Findings" className="grid gap-2">
        {findings.map(({ title, severity, sourceSeverity, action, key, resultCount: results }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles can repeat, and the list does not change.
          <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 flex-1">
              {title}
              <span className="block text-13 text-muted">
                {IMPORT_ACTION_LABELS[action]}
                {key && ` ${key}`} · {formatCount(results, "result")}
              </span>
            </span>
            <SeverityBadge severity={(action === "create" && severities[sourceSeverity]) || severity} />
          </li>
        ))}
      </ul>
      {total > findings.length && (
        <p className="text-muted">And {formatCount(total - findings.length, "more finding")}.</p>
      )}
    </section>
  );
}
