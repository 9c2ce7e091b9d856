import { useQuery } from "@tanstack/react-query";
import { type ListedDocument, recentUploadsQuery } from "#app/api/admin/documents.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { FileText } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { formatFileSize } from "#domain/documents/document.ts";
import { isDownloadable, scanStatusBadge } from "#domain/documents/document-scan.ts";
import { DeleteButton } from "./delete-button.tsx";
import { ShareButton } from "./share-button.tsx";
import { ViewButton } from "./view-button.tsx";

/** Card with the ten latest uploads across all clients. */
export function RecentUploads() {
  const uploads = useQuery(recentUploadsQuery());
  const now = new Date();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Card aria-labelledby="recent-uploads" tabIndex={-1} className="outline-none">
      <CardHeader title={<span id="recent-uploads">Recent Uploads</span>} />
      <Loaded
        query={uploads}
        errorMessage="We couldn't load recent uploads."
        loading={<Loading text="Loading documents..." rows={4} />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={<FileText className="size-6" />}
              title="No documents yet"
              hint="Upload your first document above"
            />
          ) : (
            <ul className="divide-y divide-line">
              {list.map((document) => (
                <Upload
                  key={document.id}
                  document={document}
                  uploaded={formatRelativeTime(document.uploaded_at, now, timeZone)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function Upload({ document, uploaded }: { document: ListedDocument; uploaded: string }) {
  const { label, tone } = scanStatusBadge(document.scan_status);
  const version = document.version > 1 ? ` · Version ${document.version}` : "";
  return (
    <li className="flex items-center gap-3 py-3 text-14 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium">{document.name}</p>
        <p className="wrap-anywhere text-13 text-muted">
          {document.clients?.company} · {formatFileSize(document.file_size)} ·{" "}
          <span className="whitespace-nowrap">{uploaded}</span>
          {version}
          {document.is_internal && " · Internal"}
        </p>
        {!isDownloadable(document) && <Badge tone={tone}>{label}</Badge>}
      </div>
      <div className="flex shrink-0 gap-1">
        {document.is_internal && <ShareButton document={document} />}
        <ViewButton document={document} />
        <DeleteButton document={document} />
      </div>
    </li>
  );
}
