import { CircleAlert, CircleCheck, FileText, RotateCcw, X } from "lucide-react";
import { IconButton } from "#app/ui/button.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { Tooltip } from "#app/ui/tooltip.tsx";
import { fileSize } from "#domain/document.ts";
import type { Upload } from "./use-uploads.ts";

type UploadListProps = {
  uploads: readonly Upload[];
  onRemove: (id: number) => void;
  onRetry: (id: number) => void;
};

/** The files chosen and sent: how far each is, what is wrong with it, and the way to take it out. */
export function UploadList({ uploads, onRemove, onRetry }: UploadListProps) {
  if (uploads.length === 0) return null;
  return (
    <ul aria-label="Chosen files" className="divide-y divide-line border-line border-y">
      {uploads.map((upload) => {
        const { id, file, state } = upload;
        const isUnderWay = state === "waiting" || state === "sending";
        return (
          <li key={id} className="flex items-center gap-3 py-2 text-14">
            <StateIcon state={state} />
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">{file.name}</p>
              <Progress upload={upload} />
            </div>
            {state === "failed" && (
              <Tooltip label="Try again">
                <IconButton label={`Try ${file.name} again`} onClick={() => onRetry(id)}>
                  <RotateCcw aria-hidden="true" className="size-4" />
                </IconButton>
              </Tooltip>
            )}
            <Tooltip label={isUnderWay ? "Cancel" : "Remove"}>
              <IconButton
                label={isUnderWay ? `Cancel upload of ${file.name}` : `Remove ${file.name}`}
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

function StateIcon({ state }: Pick<Upload, "state">) {
  const look = "size-5 shrink-0";
  if (state === "stored") return <CircleCheck aria-hidden="true" className={`${look} text-positive`} />;
  if (state === "failed" || state === "refused")
    return <CircleAlert aria-hidden="true" className={`${look} text-negative`} />;
  return <FileText aria-hidden="true" className={`${look} text-faint`} />;
}

function Progress({ upload: { file, state, share, problem } }: { upload: Upload }) {
  if (problem)
    return (
      // The form itself tells of files that were sent.
      <p role={state === "refused" ? "status" : undefined} className="text-13 text-negative">
        {problem}
      </p>
    );
  if (state === "sending")
    return <ProgressBar label={sendingWords(share, file.size)} percent={Math.floor(share * 100)} />;
  return <p className="tabular text-13 text-muted">{fileSize(file.size) + (WORDS[state] ?? "")}</p>;
}

const WORDS: Partial<Record<Upload["state"], string>> = {
  waiting: " · Waiting for the file before it",
  stored: " · Uploaded",
};

function sendingWords(share: number, size: number): string {
  return share < 1 ? `${fileSize(Math.floor(share * size))} of ${fileSize(size)}` : "Being stored";
}
