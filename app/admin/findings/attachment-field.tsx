import { useQuery } from "@tanstack/react-query";
import { attachableDocumentsQuery } from "#app/api/admin/findings.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";

type AttachmentFieldProps = {
  clientId: string;
  selectedIds: readonly string[];
  onChange: (ids: string[]) => void;
};

/** Attaches documents of the client to a finding. */
export function AttachmentField({ clientId, selectedIds, onChange }: AttachmentFieldProps) {
  const { data: documents = [] } = useQuery(attachableDocumentsQuery(clientId));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-14">Attachments</legend>
      <p className="mb-2 text-13 text-muted">
        Clients see these documents when the finding is published. While a document is attached only to
        drafts, it's hidden from them.
      </p>
      {documents.length === 0 && (
        <p className="text-14 text-muted">
          This client has no documents. Upload one in Documents to attach it.
        </p>
      )}
      {documents.map(({ id, name, version }) => (
        <Checkbox
          key={id}
          label={version > 1 ? `${name} (version ${version})` : name}
          checked={selectedIds.includes(id)}
          onChange={(event) =>
            onChange(
              event.target.checked ? [...selectedIds, id] : selectedIds.filter((other) => other !== id),
            )
          }
        />
      ))}
    </fieldset>
  );
}
