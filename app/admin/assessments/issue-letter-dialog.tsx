import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import {
  type IssuedLetter,
  issueLetter,
  type ProjectAssessment,
  previewLetter,
  refetchAssessment,
} from "#app/api/admin/assessments.ts";
import { lazyPdfPages } from "#app/components/documents/lazy-pdf-pages.ts";
import { useLazyComponent } from "#app/components/lazy-component.ts";
import { useUnmountSignal } from "#app/components/use-unmount-signal.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Eye } from "#app/ui/icons.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { IssueLetter } from "#domain/findings/report/reports-api.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";
import { countFindings, LetterCounts } from "./letter-counts.tsx";

type IssueLetterDialogProps = {
  project: ProjectAssessment;
  /** The letters of the project, newest first. */
  letters: readonly IssuedLetter[];
  onClose: () => void;
};

/** Shows the preview, which is below the form. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "start" });

/** Previews and issues a letter of attestation. */
export function IssueLetterDialog({ project, letters, onClose }: IssueLetterDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [latest] = letters;
  const validLetter = letters.find(({ status }) => status === "valid");
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(IssueLetter),
    defaultValues: IssueLetter.safeParse(latest?.content).data ?? { signatory: "", signatoryTitle: "" },
  });
  const { errors, isDirty } = formState;
  const getSignal = useUnmountSignal();
  const preview = useMutation({
    mutationFn: (letter: IssueLetter) => previewLetter(project.id, letter, getSignal()),
  });
  const issue = useMutation({
    mutationFn: (letter: IssueLetter) => issueLetter(project.id, letter),
    onSuccess: async () => {
      showToast("Letter issued");
      onClose();
      await refetchAssessment(queryClient, project.id);
    },
  });
  const PdfPages = useLazyComponent(lazyPdfPages, { isNeeded: !preview.isIdle });
  const counts = countFindings(project);
  const openCount = counts.reduce((total, { open }) => total + open, 0);
  // A preview of other values would be misleading.
  const onChange = () => preview.reset();
  return (
    <GuardedFormDialog
      title="Issue letter of attestation"
      description={`${project.clients.company} can download the letter as soon as you issue it. You can't change it later.`}
      submitButton={{ label: "Issue letter", busyLabel: "Issuing..." }}
      subject="the letter"
      size="wide"
      className="grid gap-4 sm:grid-cols-2"
      isDirty={isDirty}
      isPending={issue.isPending}
      error={issue.error ?? preview.error}
      errorMessage={
        issue.error
          ? "We couldn't issue the letter. Try again."
          : "We couldn't preview the letter. Try again."
      }
      onSubmit={handleSubmit((letter) => issue.mutate(letter))}
      onClose={onClose}
    >
      {openCount > 0 && (
        <div className="col-span-full">
          <Banner tone="warning">
            {`${formatCount(openCount, "finding")} ${openCount === 1 ? "is" : "are"} still open. The letter will show this.`}
          </Banner>
        </div>
      )}
      {validLetter && (
        <div className="col-span-full">
          <Banner tone="info">{`This letter will supersede the one issued on ${formatDate(validLetter.issued_on)}.`}</Banner>
        </div>
      )}
      <TextField
        label="Signed by"
        required
        autoComplete="off"
        error={errors.signatory?.message}
        {...register("signatory", { onChange })}
      />
      <TextField
        label="Title"
        hint="For example, Managing Director"
        autoComplete="off"
        error={errors.signatoryTitle?.message}
        {...register("signatoryTitle", { onChange })}
      />
      <div className="col-span-full">
        <LetterCounts counts={counts} />
      </div>
      <div className="col-span-full grid gap-3">
        <Button
          size="small"
          className="justify-self-start"
          icon={<Eye aria-hidden="true" className="size-4" />}
          busy={preview.isPending}
          busyLabel="Loading..."
          onClick={handleSubmit((letter) => preview.mutate(letter))}
        >
          Preview letter
        </Button>
        {preview.data && (
          <div ref={scrollIntoView}>
            {PdfPages ? <PdfPages name="the letter" bytes={preview.data} /> : <Skeleton className="h-64" />}
          </div>
        )}
      </div>
    </GuardedFormDialog>
  );
}
