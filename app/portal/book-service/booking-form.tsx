import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { type BookingKind, ownBookings, requestBooking } from "#app/api/bookings.ts";
import { ApiFailure } from "#app/api/failure.ts";
import { reportFailure } from "#app/api/report-failure.ts";
import { atLeast } from "#app/components/at-least.ts";
import { formRules } from "#app/components/form-rules.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { BOOKING_SERVICE_TYPES, BookingRequest, URGENCY_LABELS } from "#domain/booking.ts";
import { useCurrentClient } from "../current-client.ts";
import { useDraft } from "../drafts.ts";

/** Milliseconds (specification section 9): the least time the form is busy, and how long its confirmation stays. */
const SUBMITTING = 1500;
const CONFIRMATION_SHOWN = 5000;

const FAILED = "Your request could not be sent. Nothing you typed is lost; please try again.";
const TOO_MANY =
  "You have sent many requests in the last hour. Nothing you typed is lost; please wait an hour before the next.";

const EMPTY = {
  serviceType: "",
  preferredStartDate: "",
  estimatedScope: "",
  projectDescription: "",
  urgency: "medium" as const,
};

type BookingFormProps = { kind: BookingKind; serviceType: string; projectDescription: string };

export function BookingForm({ kind, serviceType, projectDescription }: BookingFormProps) {
  const { id } = useCurrentClient();
  const answers = useQueryClient();
  const [isReceived, setIsReceived] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const confirmation = useRef<HTMLDivElement>(null);
  const form = useForm({
    resolver: formRules(BookingRequest),
    defaultValues: { ...EMPTY, serviceType, projectDescription },
  });
  const { register, handleSubmit, reset, formState } = form;
  const { errors, isSubmitting } = formState;
  useDraft(`${kind}-${serviceType}-${id}`, form);

  useEffect(() => {
    if (!isReceived) return;
    confirmation.current?.focus();
    const timer = setTimeout(() => setIsReceived(false), CONFIRMATION_SHOWN);
    return () => clearTimeout(timer);
  }, [isReceived]);

  const submit = handleSubmit(async (request) => {
    setRefusal(null);
    try {
      await atLeast(SUBMITTING, requestBooking(id, kind, request));
      reset(EMPTY);
      setIsReceived(true);
      await answers.invalidateQueries({ queryKey: ownBookings(id).queryKey });
    } catch (error) {
      reportFailure(error);
      setRefusal(error instanceof ApiFailure && error.status === 429 ? TOO_MANY : FAILED);
    }
  });

  if (isReceived)
    return (
      <div ref={confirmation} tabIndex={-1} role="status" className="py-8 outline-none">
        <CircleCheck aria-hidden="true" className="size-6 text-positive" />
        <p className="mt-3 font-medium text-16">Booking Request Received!</p>
        <p className="mt-1 text-14 text-muted">
          Your account manager will contact you within 24 hours to confirm the details and scheduling.
        </p>
      </div>
    );

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <Select
        label="Service Type"
        required
        placeholder="Select a service"
        options={serviceOptions(serviceType)}
        error={errors.serviceType?.message}
        {...register("serviceType")}
      />
      <TextField
        label="Preferred Start Date"
        type="date"
        required
        error={errors.preferredStartDate?.message}
        {...register("preferredStartDate")}
      />
      <TextField
        label="Estimated Scope"
        placeholder="For example 40 hours, or two weeks"
        error={errors.estimatedScope?.message}
        {...register("estimatedScope")}
      />
      <Select
        label="Urgency"
        options={Object.entries(URGENCY_LABELS).map(([value, label]) => ({ value, label }))}
        error={errors.urgency?.message}
        {...register("urgency")}
      />
      <TextArea
        label="Project Description"
        required
        className="sm:col-span-2"
        error={errors.projectDescription?.message}
        {...register("projectDescription")}
      />
      <div className="grid gap-4 sm:col-span-2">
        {refusal && (
          <Banner tone="negative" urgent>
            {refusal}
          </Banner>
        )}
        <Button
          type="submit"
          tone="primary"
          busy={isSubmitting}
          busyLabel="Submitting..."
          className="justify-self-end"
        >
          Submit Booking Request
        </Button>
      </div>
    </form>
  );
}

/** The list of the form, and the service of a rate card that is not on it. */
function serviceOptions(asked: string): { value: string; label: string }[] {
  return [...new Set([...BOOKING_SERVICE_TYPES, asked])]
    .filter(Boolean)
    .map((service) => ({ value: service, label: service }));
}
