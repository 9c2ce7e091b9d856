import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Area } from "#app/api/client/area.ts";
import { fetchDocument, getDocumentLink } from "#app/api/shared/document-file.ts";
import { DOWNLOADS_KEY, type DocumentRow } from "#app/api/shared/documents.ts";
import { useLazyComponent } from "#app/components/lazy-component.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { lazyPdfPages } from "./lazy-pdf-pages.ts";

type PreviewProps = { area: Area; document: DocumentRow };

/** Never cache links, because they expire within minutes. */
const UNCACHED_OPTIONS = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;
const ERROR_MESSAGE = "We couldn't load the preview. You can still download the document.";

/** Renders an image or a PDF. Uploaded files are never opened directly in the browser. */
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
    ...UNCACHED_OPTIONS,
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
  const PdfPages = useLazyComponent(lazyPdfPages);
  const file = useQuery({
    queryKey: ["document-preview", document.id],
    queryFn: async () => {
      const loaded = await fetchDocument(area, document.id, { disposition: "inline" });
      refreshLog();
      return loaded;
    },
    ...UNCACHED_OPTIONS,
  });
  return (
    <Loaded query={file} errorMessage={ERROR_MESSAGE} loading={<Skeleton className="h-64" />}>
      {({ bytes }) =>
        PdfPages && bytes ? <PdfPages name={document.name} bytes={bytes} /> : <Skeleton className="h-64" />
      }
    </Loaded>
  );
}

/** Returns a function that refetches the download log, which also records previews. */
function useRefreshLog(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: [DOWNLOADS_KEY] });
}
