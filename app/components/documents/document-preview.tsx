import { useQuery, useQueryClient } from "@tanstack/react-query";
import { documentFile, documentLink } from "#app/api/document-file.ts";
import { DOCUMENT_DOWNLOADS, type DocumentRow } from "#app/api/documents.ts";
import type { House } from "#app/api/house.ts";
import { latePart, useLatePart } from "#app/components/late-part.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { PdfPagesProps } from "./pdf-pages.tsx";

type PreviewProps = { house: House; document: DocumentRow };

/** A fresh link each time, as it lives for minutes. */
const FRESH = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;
const FAILED = "The preview could not be loaded. You can still download the document.";

const pdfPages = latePart<PdfPagesProps>(async () => (await import("./pdf-pages.tsx")).PdfPages);

/** A picture or a PDF as it looks, drawn by this page: the browser itself never opens what was uploaded. */
export function DocumentPreview(preview: PreviewProps) {
  return preview.document.mime_type === "application/pdf" ? (
    <PdfPreview {...preview} />
  ) : (
    <Image {...preview} />
  );
}

function Image({ house, document }: PreviewProps) {
  const showInLog = useShowInLog();
  const link = useQuery({
    queryKey: ["document-preview", document.id],
    queryFn: () => documentLink(house, document.id, "inline"),
    ...FRESH,
  });
  return (
    <Loaded query={link} failed={FAILED} loading={<Skeleton className="h-64" />}>
      {({ downloadUrl }) => (
        <img
          src={downloadUrl}
          alt={document.name}
          onLoad={showInLog}
          className="mx-auto max-h-[60dvh] rounded-small border border-line"
        />
      )}
    </Loaded>
  );
}

function PdfPreview({ house, document }: PreviewProps) {
  const showInLog = useShowInLog();
  const PdfPages = useLatePart(pdfPages);
  const file = useQuery({
    queryKey: ["document-preview", document.id],
    queryFn: async () => {
      const fetched = await documentFile(house, document.id, { purpose: "inline" });
      showInLog();
      return fetched;
    },
    ...FRESH,
  });
  return (
    <Loaded query={file} failed={FAILED} loading={<Skeleton className="h-64" />}>
      {({ bytes }) =>
        PdfPages && bytes ? <PdfPages name={document.name} bytes={bytes} /> : <Skeleton className="h-64" />
      }
    </Loaded>
  );
}

/** Who looks at a document finds that in its log. */
function useShowInLog(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: [DOCUMENT_DOWNLOADS] });
}
