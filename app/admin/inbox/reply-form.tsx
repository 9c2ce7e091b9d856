import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Link } from "react-router";
import { INQUIRIES_KEY, type Inquiry, replyToInquiry } from "#app/api/admin/inquiries.ts";
import { administratorsQuery } from "#app/api/admin/settings/administrators.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { brand } from "#brand";
import { InquiryReply } from "#domain/inquiries/inquiry.ts";
import { firstName } from "#domain/text/first-name.ts";

type ReplyFormProps = {
  inquiry: Inquiry;
  autoFocus: boolean;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
};

/** Form that replies to an inquiry by email. */
export function ReplyForm({ inquiry, autoFocus, onDirty, onDone }: ReplyFormProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { control, register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(InquiryReply),
    defaultValues: { message: "" },
  });
  const isDirty = useWatch({ control, name: "message" }).trim() !== "";
  const send = useMutation({
    mutationFn: ({ message }: InquiryReply) => replyToInquiry(inquiry.id, message),
    onSuccess: async () => {
      // The refetch can fail.
      reset();
      showToast(`Reply to ${inquiry.name} sent`);
      await queryClient.invalidateQueries({ queryKey: [INQUIRIES_KEY] });
    },
  });
  // A reply that is being sent is not discarded when the user leaves the page.
  const isUnsent = isDirty && !send.isPending;
  useEffect(() => onDirty(isUnsent), [isUnsent, onDirty]);
  return (
    <form
      noValidate
      onSubmit={handleSubmit((reply) => send.mutate(reply, { onSuccess: onDone }))}
      className="grid gap-4"
    >
      {send.error && (
        <Banner tone="negative" urgent>
          {errorMessage(send.error, "We couldn't send your reply. Try again.")}
        </Banner>
      )}
      <TextArea
        label="Reply by email"
        rows={5}
        autoFocus={autoFocus}
        hint={`Your email starts with “Hi ${firstName(inquiry.name)},” and ends with a link to book a time and the original message. It's sent to ${inquiry.email}. Replies go to your shared inbox.`}
        error={formState.errors.message?.message}
        {...register("message")}
      />
      <Signature />
      <div>
        <Button type="submit" tone="primary" busy={send.isPending} busyLabel="Sending...">
          Send reply
        </Button>
      </div>
    </form>
  );
}

/** How the email ends. */
function Signature() {
  const { data: administrators } = useQuery(administratorsQuery());
  const own = administrators?.find(({ isYou }) => isYou);
  return (
    own && (
      <p className="flex flex-wrap items-center gap-x-3 text-14">
        <span className="text-muted">Signature</span>
        <span className="wrap-anywhere min-w-0">
          {own.name ? `${own.name}, ${brand.name}` : `The ${brand.name} team`}
        </span>
        <Link
          to="/admin/settings?section=account"
          className="inline-flex min-h-6 items-center text-13 text-accent underline underline-offset-4"
        >
          {own.name ? "Change name" : "Add your name"}
        </Link>
      </p>
    )
  );
}
