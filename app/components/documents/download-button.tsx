import type { Area } from "#app/api/client/area.ts";
import type { DocumentRow } from "#app/api/shared/documents.ts";
import { Button } from "#app/ui/button.tsx";
import { Download } from "#app/ui/icons.tsx";
import { isDownloadable } from "#domain/documents/document-scan.ts";
import { formatVersionName } from "./document-details.ts";
import { useDownload } from "./use-download.ts";

/** Minimum file size for which the progress is shown. */
const PROGRESS_MIN_BYTES = 2 * 1024 * 1024;

type DownloadButtonProps = { area: Area; document: DocumentRow };

/** Not rendered while a download is not allowed, for example during a scan. */
export function DownloadButton({ area, document }: DownloadButtonProps) {
  const { start, isDownloading, progress } = useDownload(area);
  if (!isDownloadable(document)) {
    return null;
  }
  const percent = Math.floor(progress * 100);
  return (
    <>
      <Button
        size="small"
        icon={<Download aria-hidden="true" className="size-4" />}
        aria-label={`Download ${formatVersionName(document)}`}
        busy={isDownloading}
        onClick={() => start(document)}
      >
        Download
      </Button>
      {isDownloading && document.file_size > PROGRESS_MIN_BYTES && (
        // Shown on a separate line, so that neighboring buttons don't move.
        <progress
          aria-label={`Downloading ${document.name}`}
          value={percent}
          max={100}
          className="bar order-last basis-full"
        />
      )}
    </>
  );
}
