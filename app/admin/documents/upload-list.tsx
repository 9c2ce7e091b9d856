import { IconButton } from "#app/ui/button.tsx";
import { ProgressBar } from "#app/ui/feedback/progress-bar.tsx";
import { CircleAlert, CircleCheck, FileText, RotateCcw, X } from "#app/ui/icons.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";
import { formatFileSize } from "#domain/documents/document.ts";
import type { Upload } from "./use-uploads.ts";

type UploadListProps = {
  uploads: readonly Upload[];
  onRemove: (id: number) => void;
  onRetry: (id: number) => void;
};

/** List of the selected files with progress, errors, and buttons to retry or remove. */
export function UploadList({ uploads, onRemove, onRetry }: UploadListProps) {
  if (uploads.length === 0) {
    return null;
  }
  return (
    <ul aria-label="Selected files" className="divide-y divide-line border-line border-y">
      {uploads.map((upload) => {
        const { id, file, status } = upload;
        const isUploading = status === "queued" || status === "uploading";
        return (
          <li key={id} className="flex items-center gap-3 py-2 text-14">
            <StatusIcon status={status} />
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">{file.name}</p>
              <Progress upload={upload} />
            </div>
            {status === "failed" && (
              <Tooltip label="Try again">
                <IconButton label={`Try ${file.name} again`} onClick={() => onRetry(id)}>
                  <RotateCcw aria-hidden="true" className="size-4" />
                </IconButton>
              </Tooltip>
            )}
            <Tooltip label={isUploading ? "Cancel" : "Remove"}>
              <IconButton
                label={isUploading ? `Cancel upload: ${file.name}` : `Remove ${file.name}`}
                onClick={() => onRemove(id)}
              >
                <X aria-hidden="true" className="size-4" />
              </IconButton>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}

function StatusIcon({ status }: Pick<Upload, "status">) {
  const className = "size-5 shrink-0";
  if (status === "uploaded") {
    return <CircleCheck aria-hidden="true" className={`${className} text-positive`} />;
  }
  if (status === "failed" || status === "rejected") {
    return <CircleAlert aria-hidden="true" className={`${className} text-negative`} />;
  }
  return <FileText aria-hidden="true" className={`${className} text-faint`} />;
}

function Progress({ upload: { file, status, progress, error } }: { upload: Upload }) {
  if (error) {
    return (
      // Upload errors are announced by the form.
      <p role={status === "rejected" ? "status" : undefined} className="text-13 text-negative">
        {error}
      </p>
    );
  }
  if (status === "uploading") {
    return <ProgressBar label={progressLabel(progress, file.size)} percent={Math.floor(progress * 100)} />;
  }
  return (
    <p className="tabular text-13 text-muted">
      {formatFileSize(file.size) + (STATUS_SUFFIXES[status] ?? "")}
    </p>
  );
}

const STATUS_SUFFIXES: Partial<Record<Upload["status"], string>> = {
  queued: " · Queued",
  uploaded: " · Uploaded",
};

function progressLabel(progress: number, size: number): string {
  return progress < 1
    ? `${formatFileSize(Math.floor(progress * size))} of ${formatFileSize(size)}`
    : "Saving";
}
