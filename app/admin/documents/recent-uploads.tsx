import type { ListedDocument } from "#app/api/admin/documents.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { FileText } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { fileFormatLabel, formatFileSize } from "#domain/documents/document.ts";
import { isDownloadable, scanStatusBadge } from "#domain/documents/document-scan.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { DocumentActions } from "./document-actions.tsx";
import { ALL_DOCUMENTS_LINK } from "./use-library-params.ts";
import { useRecentUploads } from "./use-recent-uploads.ts";

const RECENT_LIMIT = 10;

type RecentUploadsProps = { headingId: string; onOpen: (document: ListedDocument) => void };

/** Card with the ten newest documents across all clients. */
export function RecentUploads({ headingId, onOpen }: RecentUploadsProps) {
  const uploads = useRecentUploads();
  const now = new Date();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Card>
      <CardHeader title={<span id={headingId}>Recent Uploads</span>} />
      <Loaded
        query={uploads}
        errorMessage="We couldn't load the documents."
        loading={<Loading text="Loading documents..." rows={4} />}
      >
        {({ rows, total }) =>
          rows.length === 0 ? (
            <EmptyState
              icon={<FileText className="size-6" />}
              title="No documents yet"
              hint="Upload your first document above"
            />
          ) : (
            <>
              <ul className="divide-y divide-line">
                {rows.slice(0, RECENT_LIMIT).map((document) => (
                  <Upload
                    key={document.id}
                    document={document}
                    uploaded={formatRelativeTime(document.uploaded_at, now, timeZone)}
                    onOpen={() => onOpen(document)}
                  />
                ))}
              </ul>
              {total > RECENT_LIMIT && (
                <div className="mt-4 border-line border-t pt-4">
                  <ButtonLink to={ALL_DOCUMENTS_LINK}>Show all {formatCount(total, "document")}</ButtonLink>
                </div>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

type UploadProps = { document: ListedDocument; uploaded: string; onOpen: () => void };

function Upload({ document, uploaded, onOpen }: UploadProps) {
  const { label, tone } = scanStatusBadge(document.scan_status);
  const version = document.version > 1 ? ` · Version ${document.version}` : "";
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 py-3 text-14 first:pt-0 last:pb-0">
      <div className="min-w-40 flex-1">
        <p className="wrap-anywhere font-medium">{document.name}</p>
        <p className="wrap-anywhere text-13 text-muted">
          {document.clients?.company} · {fileFormatLabel(document.mime_type)} ·{" "}
          {formatFileSize(document.file_size)} · <span className="whitespace-nowrap">{uploaded}</span>
          {version}
          {document.is_internal && " · Internal"}
        </p>
        {!isDownloadable(document) && <Badge tone={tone}>{label}</Badge>}
      </div>
      <div className="flex shrink-0 gap-1">
        <DocumentActions document={document} onOpen={onOpen} />
      </div>
    </li>
  );
}
