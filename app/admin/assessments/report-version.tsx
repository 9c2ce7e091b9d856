import { useState } from "react";
import type { ReportRequest } from "#app/api/admin/assessments.ts";
import { DocumentDialog } from "#app/components/documents/document-dialog.tsx";
import { DownloadButton } from "#app/components/documents/download-button.tsx";
import { Button } from "#app/ui/button.tsx";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { formatFileSize } from "#domain/documents/document.ts";

/** A stored version of a report in a list. */
export function ReportVersion({ report }: { report: ReportRequest }) {
  const { version, finished_at: finishedAt, documents: document } = report;
  const [isOpen, setIsOpen] = useState(false);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const details = [
    finishedAt && formatInstantDate(finishedAt, timeZone),
    document ? formatFileSize(document.file_size) : "Deleted",
  ];
  return (
    <li className="flex flex-wrap items-center gap-y-2 py-3 text-14 first:pt-0 last:pb-0">
      <div className="mr-auto min-w-0 pr-4">
        <p className="font-medium">Version {version}</p>
        <p className="tabular text-13 text-muted">{details.filter(Boolean).join(" · ")}</p>
      </div>
      {document && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" aria-label={`Open report version ${version}`} onClick={() => setIsOpen(true)}>
            Open report
          </Button>
          <DownloadButton area="admin" document={document} />
          {isOpen && <DocumentDialog area="admin" document={document} onClose={() => setIsOpen(false)} />}
        </div>
      )}
    </li>
  );
}
