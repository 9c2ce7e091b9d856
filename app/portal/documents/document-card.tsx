import { FileText } from "lucide-react";
import { Badge } from "#app/ui/badge.tsx";
import { documentCategory, fileSize, fileTypeLabel } from "#domain/document.ts";
import { formatDay } from "#domain/relative-time.ts";
import type { Tables } from "#supabase/database.types.ts";

export function DocumentCard({ document }: { document: Tables<"documents"> }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <article className="flex h-full flex-col gap-3 rounded-medium border border-line bg-surface p-4">
      <div className="flex items-start gap-3">
        <FileText aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-faint" />
        <h2 className="min-w-0 wrap-anywhere font-medium text-14">{document.name}</h2>
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-13 text-muted">
        <Badge tone="neutral">{documentCategory(document.category)}</Badge>
        <p className="tabular">
          {fileTypeLabel(document.mime_type)} · {fileSize(document.file_size)} ·{" "}
          {formatDay(document.uploaded_at, timeZone)}
        </p>
      </div>
    </article>
  );
}
