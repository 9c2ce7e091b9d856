import type { Area } from "#app/api/client/area.ts";
import { useDownload } from "#app/components/documents/use-download.ts";
import { Button } from "#app/ui/button.tsx";
import { Download } from "#app/ui/icons.tsx";

/** Downloads the stored PDF of an accepted proposal, which contains the certificate of acceptance. */
export function SignedPdfButton({ area, documentId }: { area: Area; documentId: string }) {
  const { start, isDownloading } = useDownload(area);
  return (
    <Button
      size="small"
      icon={<Download aria-hidden="true" className="size-4" />}
      busy={isDownloading}
      onClick={() => start({ id: documentId })}
    >
      Download signed PDF
    </Button>
  );
}
