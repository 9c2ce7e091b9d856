import { useQuery } from "@tanstack/react-query";
import type { Area } from "#app/api/client/area.ts";
import {
  type DocumentDownload,
  type DocumentRow,
  documentDownloadsQuery,
} from "#app/api/shared/documents.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { brand } from "#brand";
import { formatDateTime } from "#domain/dates/date-time.ts";

type DownloadLogProps = {
  area: Area;
  document: DocumentRow;
  formatMemberName?: ((userId: string | null) => string) | undefined;
};

/** Log of a document's downloads and previews, newest first. */
export function DownloadLog({ area, document, formatMemberName = () => "You" }: DownloadLogProps) {
  const downloads = useQuery(documentDownloadsQuery(area, document));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <section aria-labelledby="document-downloads">
      <h3 id="document-downloads" className="mb-2 text-16">
        Downloads
      </h3>
      <Loaded
        query={downloads}
        errorMessage="We couldn't load the download log."
        loading={<Loading text="Loading downloads..." rows={1} />}
      >
        {(list) =>
          list.length === 0 ? (
            <p className="text-14 text-muted">Not downloaded yet.</p>
          ) : (
            <ul className="grid gap-1 text-14">
              {list.map((download) => (
                <li key={download.id} className="flex flex-wrap justify-between gap-x-4">
                  <span className="min-w-0 wrap-anywhere">
                    {getUserName(area, download, formatMemberName)}{" "}
                    {download.kind === "preview" ? "previewed" : "downloaded"} version{" "}
                    {download.document_version}
                  </span>
                  <time dateTime={download.downloaded_at} className="tabular text-13 text-muted">
                    {formatDateTime(new Date(download.downloaded_at), timeZone)}
                  </time>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function getUserName(
  area: Area,
  { user_role, user_id, users }: DocumentDownload,
  formatMemberName: (userId: string | null) => string,
): string {
  if (area === "client") {
    return user_role === "client" ? formatMemberName(user_id) : brand.name;
  }
  return users?.email ?? (user_role === "client" ? "The client" : brand.name);
}
