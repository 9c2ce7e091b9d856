import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { requestBooking } from "#app/api/portal/bookings.ts";
import { ownProjectsQuery } from "#app/api/portal/projects.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { MeetingRequest, toBookingRequest } from "#domain/bookings/meeting-request.ts";
import { useCurrentClient } from "../current-client.ts";
import { useBookingChange } from "./use-booking-change.ts";

export type RequestMeetingDialogProps = { canPickTimes: boolean; onClose: () => void };

/** Form that requests a meeting. The request is listed until the meeting has a time. */
export function RequestMeetingDialog({ canPickTimes, onClose }: RequestMeetingDialogProps) {
  const { id } = useCurrentClient();
  const { data: projects = [] } = useQuery(ownProjectsQuery(id));
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(MeetingRequest),
    defaultValues: { topic: "", project: "", preferredDate: "", message: "" },
  });
  const { errors } = formState;
  const request = useBookingChange(
    (meeting: MeetingRequest) => requestBooking(id, "meeting", toBookingRequest(meeting)),
    canPickTimes
      ? "Meeting requested. Select Schedule meeting to choose a time."
      : "Meeting requested. We'll reply within 24 hours.",
    onClose,
  );
  return (
    <FormDialog
      title="Request a meeting"
      description={
        canPickTimes ? "You choose the time in the next step." : "We'll reply within 24 hours with a time."
      }
      submitButton={{ label: "Request meeting", busyLabel: "Sending..." }}
      isPending={request.isPending}
      onSubmit={handleSubmit((meeting) => request.mutate(meeting))}
      onClose={onClose}
    >
      {request.error && (
        <Banner tone="negative" urgent>
          {errorMessage(request.error, "We couldn't send your request. Try again.")}
        </Banner>
      )}
      <TextField
        label="Topic"
        required
        placeholder="e.g. Results of the retest"
        error={errors.topic?.message}
        {...register("topic")}
      />
      {projects.length > 0 && (
        <Select
          label="Project"
          placeholder="No project"
          // The request stores the name, so projects of the same name are one option.
          options={[...new Set(projects.map(({ project_name: name }) => name))].map((name) => ({
            value: name,
            label: name,
          }))}
          {...register("project")}
        />
      )}
      <TextField
        label="Preferred date"
        type="date"
        required
        error={errors.preferredDate?.message}
        {...register("preferredDate")}
      />
      <TextArea
        label="Message"
        rows={4}
        hint="Optional. For example, who joins and which times suit you."
        error={errors.message?.message}
        {...register("message")}
      />
    </FormDialog>
  );
}
