import { Download } from "lucide-react";
import type { DocumentRow } from "#app/api/documents.ts";
import type { House } from "#app/api/house.ts";
import { Button } from "#app/ui/button.tsx";
import { isDownloadable } from "#domain/document-scan.ts";
import { versionName } from "./document-facts.ts";
import { useDownload } from "./use-download.ts";

/** Bytes above which it takes long enough to tell how far it is. */
const LARGE = 2 * 1024 * 1024;

type DownloadButtonProps = { house: House; document: DocumentRow };

/** Saves a document under its name. Absent while it may not be handed out. */
export function DownloadButton({ house, document }: DownloadButtonProps) {
  const { start, isUnderWay, share } = useDownload(house);
  if (!isDownloadable(document)) return null;
  const percent = Math.floor(share * 100);
  return (
    <>
      <Button
        size="small"
        icon={<Download aria-hidden="true" className="size-4" />}
        aria-label={`Download ${versionName(document)}`}
        busy={isUnderWay}
        onClick={() => start(document)}
      >
        Download
      </Button>
      {isUnderWay && document.file_size > LARGE && (
        // Beneath whatever stands beside the button, which thereby stays where it is.
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
