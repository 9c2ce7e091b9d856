import { useQuery } from "@tanstack/react-query";
import { type DocumentDownload, type DocumentRow, documentDownloads } from "#app/api/documents.ts";
import type { House } from "#app/api/house.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { brand } from "#brand";

const instant = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** Who fetched a document when, the newest first. */
export function DownloadLog({ house, document }: { house: House; document: DocumentRow }) {
  const downloads = useQuery(documentDownloads(house, document));
  return (
    <section aria-labelledby="document-downloads">
      <h3 id="document-downloads" className="mb-2 text-16">
        Downloads
      </h3>
      <Loaded
        query={downloads}
        failed="The downloads could not be loaded."
        loading={<Loading text="Loading downloads..." rows={1} />}
      >
        {(list) =>
          list.length === 0 ? (
            <p className="text-14 text-muted">Nobody has opened it yet.</p>
          ) : (
            <ul className="grid gap-1 text-14">
              {list.map((download) => (
                <li key={download.id} className="flex flex-wrap justify-between gap-x-4">
                  <span className="min-w-0 wrap-anywhere">
                    {who(house, download)} {download.kind === "preview" ? "previewed" : "downloaded"} version{" "}
                    {download.document_version}
                  </span>
                  <time dateTime={download.downloaded_at} className="tabular text-13 text-muted">
                    {instant.format(new Date(download.downloaded_at))}
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

function who(house: House, { by_role, users }: DocumentDownload): string {
  if (house === "client") return by_role === "client" ? "You" : brand.name;
  return users?.email ?? (by_role === "client" ? "The client" : brand.name);
}
