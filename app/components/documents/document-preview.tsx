import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Area } from "#app/api/client/area.ts";
import { fetchDocument, getDocumentLink } from "#app/api/shared/document-file.ts";
import { DOCUMENT_DOWNLOADS, type DocumentRow } from "#app/api/shared/documents.ts";
import { lazyComponent, useLazyComponent } from "#app/components/lazy-component.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import type { PdfPagesProps } from "./pdf-pages.tsx";

type PreviewProps = { area: Area; document: DocumentRow };

/** Links expire within minutes, so never reuse one. */
const UNCACHED = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;
const ERROR_MESSAGE = "We couldn't load the preview. You can still download the document.";

const pdfPages = lazyComponent<PdfPagesProps>(async () => (await import("./pdf-pages.tsx")).PdfPages);

/** Renders an image or a PDF. The browser never opens an uploaded file itself. */
export function DocumentPreview(preview: PreviewProps) {
  return preview.document.mime_type === "application/pdf" ? (
    <PdfPreview {...preview} />
  ) : (
    <ImagePreview {...preview} />
  );
}

function ImagePreview({ area, document }: PreviewProps) {
  const refreshLog = useRefreshLog();
  const link = useQuery({
    queryKey: ["document-preview", document.id],
    queryFn: () => getDocumentLink(area, document.id, "inline"),
    ...UNCACHED,
  });
  return (
    <Loaded query={link} errorMessage={ERROR_MESSAGE} loading={<Skeleton className="h-64" />}>
      {({ downloadUrl }) => (
        <img
          src={downloadUrl}
          alt={document.name}
          onLoad={refreshLog}
          className="mx-auto max-h-[60dvh] rounded-small border border-line"
        />
      )}
    </Loaded>
  );
}

function PdfPreview({ area, document }: PreviewProps) {
  const refreshLog = useRefreshLog();
  const PdfPages = useLazyComponent(pdfPages);
  const file = useQuery({
    queryKey: ["document-preview", document.id],
    queryFn: async () => {
      const loaded = await fetchDocument(area, document.id, { disposition: "inline" });
      refreshLog();
      return loaded;
    },
    ...UNCACHED,
  });
  return (
    <Loaded query={file} errorMessage={ERROR_MESSAGE} loading={<Skeleton className="h-64" />}>
      {({ bytes }) =>
        PdfPages && bytes ? <PdfPages name={document.name} bytes={bytes} /> : <Skeleton className="h-64" />
      }
    </Loaded>
  );
}

/** Reloads the download log, which also records previews. */
function useRefreshLog(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: [DOCUMENT_DOWNLOADS] });
}
