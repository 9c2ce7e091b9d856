import { Download } from "lucide-react";
import type { DocumentRow } from "#app/data/documents.ts";
import type { House } from "#app/data/house.ts";
import { Button } from "#app/ui/button.tsx";
import { isDownloadable } from "#domain/document-scan.ts";
import { versionName } from "./document-facts.ts";
import { useDownload } from "./use-download.ts";

/** Bytes above which it takes long enough to tell how far it is. */
const LARGE = 2 * 1024 * 1024;

type DownloadButtonProps = { house: House; document: DocumentRow; tone?: "primary" | "secondary" };

/** Saves a document under its name. Absent while it may not be handed out. */
export function DownloadButton({ house, document, tone }: DownloadButtonProps) {
  const { start, isUnderWay, share } = useDownload(house);
  if (!isDownloadable(document)) return null;
  const percent = Math.floor(share * 100);
  return (
    <>
      <Button
        size="small"
        tone={tone}
        icon={<Download aria-hidden="true" className="size-4" />}
        aria-label={isUnderWay ? undefined : `Download ${versionName(document)}`}
        busy={isUnderWay}
        onClick={() => start(document)}
      >
        Download
      </Button>
      {isUnderWay && document.file_size > LARGE && (
        <progress aria-label={`Downloading ${document.name}`} value={percent} max={100} className="bar" />
      )}
    </>
  );
}
