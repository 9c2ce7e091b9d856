import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type MetaFunction, useNavigate, useParams } from "react-router";
import { saveFinding } from "#app/api/admin/findings.ts";
import { type Finding, findingQuery, refetchFindings } from "#app/api/shared/findings.ts";
import { RecordPage } from "#app/components/record-page.tsx";
import { ShieldAlert } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { type SaveFinding, toFindingForm } from "#domain/findings/finding-form.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { FINDINGS_PATH } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { FindingForm } from "./finding-form.tsx";

export const meta: MetaFunction = () => pageMeta("Edit finding");

/** Changes a draft, or corrects a published finding. */
export default function EditFindingPage() {
  const { findingId = "" } = useParams();
  const finding = useQuery({
    ...findingQuery("admin", findingId),
    enabled: isUuid(findingId),
    // A refetch must not replace what the administrator is typing.
    refetchInterval: false,
  });
  return (
    <RecordPage
      id={findingId}
      query={finding}
      noun="finding"
      title="Finding"
      list={{ to: `${FINDINGS_PATH}/${findingId}`, label: "Back to the finding" }}
      notFound={{
        icon: <ShieldAlert className="size-6" />,
        hint: "The draft may have been deleted",
        action: "View all findings",
      }}
    >
      {(loaded) => <EditFinding key={loaded.id} finding={loaded} />}
    </RecordPage>
  );
}

function EditFinding({ finding }: { finding: Finding }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showToast = useToast();
  const [initial] = useState(() => toFindingForm(finding));
  const isDraft = finding.publication_status === "draft";
  const save = useMutation({
    mutationFn: (form: SaveFinding) => saveFinding(finding.id, form),
    onSuccess: async () => {
      await refetchFindings(queryClient);
      await navigate(`${FINDINGS_PATH}/${finding.id}`);
      showToast(isDraft ? "Draft saved" : "Correction published");
    },
  });
  return (
    <>
      <PageHeader
        title={isDraft ? "Edit draft" : `Correct ${finding.key}`}
        subtitle={
          isDraft
            ? "Clients can't see this draft"
            : "The client sees the correction immediately, with your note"
        }
      />
      <FindingForm
        project={{ id: finding.project_id, clientId: finding.client_id }}
        initial={initial}
        requiresNote={!isDraft}
        submitLabel={isDraft ? "Save draft" : "Publish correction"}
        isPending={save.isPending}
        error={save.error}
        onSubmit={(form) => save.mutate(form)}
      />
    </>
  );
}
