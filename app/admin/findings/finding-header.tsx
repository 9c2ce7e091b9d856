import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { deleteFinding, restoreFinding } from "#app/api/admin/findings.ts";
import { createRetest } from "#app/api/admin/retests.ts";
import { type Finding, refetchFindings, retestsQuery } from "#app/api/shared/findings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CalendarClock, FileText, Pencil, RefreshCw, Trash2, Undo2 } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { MoreMenu } from "../lists/more-menu.tsx";
import { FINDINGS_PATH, RETESTS_PATH } from "../shell/admin-pages.ts";
import { DueDateDialog } from "./due-date-dialog.tsx";
import { PublishFindingDialog } from "./publish-finding-dialog.tsx";
import { SaveTemplateDialog } from "./templates/save-template-dialog.tsx";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

const icon = (Icon: typeof Pencil) => <Icon aria-hidden="true" className="size-4" />;

type FindingHeaderProps = { finding: Finding; subtitle: ReactNode };

/**
 * The finding's title, and the actions that edit, publish, withdraw or delete it, or open or start its retest. The next step
 * is the primary action.
 */
export function FindingHeader({ finding, subtitle }: FindingHeaderProps) {
  const { id, publication_status: status } = finding;
  const attachmentCount = finding.finding_attachments.length;
  const { data: retests } = useQuery({
    ...retestsQuery("admin", id),
    enabled: status !== "draft",
  });
  const activeRetest = retests?.find(({ is_active }) => is_active);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showToast = useToast();
  const confirm = useConfirmation();
  const [openDialog, setOpenDialog] = useState<"publish" | "withdraw" | "due-date" | "template" | null>(null);
  const run = useMutation({
    mutationFn: (action: () => Promise<void>) => action(),
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't save the change. Try again."), { tone: "negative" }),
    onSettled: () => refetchFindings(queryClient),
  });

  const restore = () =>
    run.mutate(async () => {
      await restoreFinding(id);
      showToast("Finding republished");
    });
  const retest = () =>
    run.mutate(async () => {
      const round = await createRetest({ projectId: finding.project_id, findingIds: [id], note: "" });
      await navigate(`${RETESTS_PATH}/${round}`);
    });
  async function remove() {
    if (
      await confirm({
        text: [
          `Delete the draft “${finding.title}”?`,
          attachmentCount > 0 &&
            "Its attachments stay in Documents. The client can't see those marked internal.",
        ]
          .filter(Boolean)
          .join(" "),
        confirmLabel: "Delete draft",
        tone: "danger",
      })
    ) {
      run.mutate(async () => {
        await deleteFinding(id);
        await navigate(FINDINGS_PATH);
        showToast("Draft deleted");
      });
    }
  }

  const saveAsTemplate = {
    label: "Save as template",
    icon: icon(FileText),
    onSelect: () => setOpenDialog("template"),
  };

  const startRetest = { label: "Start retest", icon: icon(RefreshCw), onSelect: retest };

  return (
    <>
      <PageHeader
        title={finding.title}
        subtitle={subtitle}
        action={
          <>
            {status !== "withdrawn" && (
              <ButtonLink to={`${FINDINGS_PATH}/${id}/edit`} icon={icon(Pencil)}>
                {status === "draft" ? "Edit draft" : "Correct finding"}
              </ButtonLink>
            )}
            {status === "draft" && (
              <Button tone="primary" onClick={() => setOpenDialog("publish")}>
                Publish finding
              </Button>
            )}
            {activeRetest && (
              <ButtonLink
                to={`${RETESTS_PATH}/${activeRetest.round_id}`}
                tone="primary"
                icon={icon(RefreshCw)}
              >
                {activeRetest.round.status === "requested" ? "Open retest" : "Continue retest"}
              </ButtonLink>
            )}
            {finding.state === "ready_for_retest" && retests && !activeRetest && (
              <Button
                tone="primary"
                busy={run.isPending}
                busyLabel="Starting..."
                icon={icon(RefreshCw)}
                onClick={retest}
              >
                Start retest
              </Button>
            )}
            {status === "withdrawn" && (
              <Button busy={run.isPending} busyLabel="Publishing..." onClick={restore}>
                Republish finding
              </Button>
            )}
          </>
        }
        menu={
          status !== "withdrawn" && (
            <MoreMenu
              entries={
                status === "draft"
                  ? [
                      saveAsTemplate,
                      { label: "Delete draft", icon: icon(Trash2), onSelect: () => void remove() },
                    ]
                  : [
                      ...(activeRetest || finding.state === "ready_for_retest" ? [] : [startRetest]),
                      {
                        label: "Change deadline",
                        icon: icon(CalendarClock),
                        onSelect: () => setOpenDialog("due-date"),
                      },
                      saveAsTemplate,
                      {
                        label: "Withdraw finding",
                        icon: icon(Undo2),
                        onSelect: () => setOpenDialog("withdraw"),
                      },
                    ]
              }
            />
          )
        }
      />
      {openDialog === "publish" && (
        <PublishFindingDialog finding={finding} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === "withdraw" && <WithdrawDialog finding={finding} onClose={() => setOpenDialog(null)} />}
      {openDialog === "template" && (
        <SaveTemplateDialog finding={finding} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === "due-date" && <DueDateDialog finding={finding} onClose={() => setOpenDialog(null)} />}
    </>
  );
}
