import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { type ListedDocument, recentUploads } from "#app/api/admin-documents.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { fileSize } from "#domain/document.ts";
import { scanState } from "#domain/document-scan.ts";
import { relativeTime } from "#domain/relative-time.ts";
import { DeleteButton } from "./delete-button.tsx";
import { ViewButton } from "./view-button.tsx";

/** The latest ten uploads of all clients. */
export function RecentUploads() {
  const uploads = useQuery(recentUploads());
  const now = new Date();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Card aria-labelledby="recent-uploads" tabIndex={-1} className="outline-none">
      <CardHead title={<span id="recent-uploads">Recent Uploads</span>} />
      <Loaded
        query={uploads}
        failed="The recent uploads could not be loaded."
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
                  uploaded={relativeTime(document.uploaded_at, now, timeZone)}
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
  const { label, tone } = scanState(document.scan_state);
  const version = document.version > 1 ? ` · Version ${document.version}` : "";
  return (
    <li className="flex items-center gap-3 py-3 text-14 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium">{document.name}</p>
        <p className="wrap-anywhere text-13 text-muted">
          {document.clients?.company} · {fileSize(document.file_size)} · {uploaded}
          {version}
        </p>
        {document.scan_state !== "clear" && <Badge tone={tone}>{label}</Badge>}
      </div>
      <div className="flex shrink-0 gap-1">
        <ViewButton document={document} />
        <DeleteButton document={document} />
      </div>
    </li>
  );
}
