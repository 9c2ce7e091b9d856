import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { INQUIRIES, type Inquiry, replyToInquiry } from "#app/api/admin-inquiries.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { InquiryReply } from "#domain/inquiry.ts";
import { wordsOf } from "../lists/words-of.ts";

type ReplyFormProps = { inquiry: Inquiry; onDirty: (isDirty: boolean) => void; onDone: () => void };

/** A mail to whoever inquired; sending it stops the clock. */
export function ReplyForm({ inquiry, onDirty, onDone }: ReplyFormProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState<string>();
  const isDirty = message.trim() !== "";
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const send = useMutation({
    mutationFn: (text: string) => replyToInquiry(inquiry.id, text),
    onSuccess: async () => {
      showToast(`Reply to ${inquiry.name} is on its way`);
      onDone();
      await queryClient.invalidateQueries({ queryKey: [INQUIRIES] });
    },
  });
  function submit() {
    const reply = InquiryReply.safeParse({ message });
    setProblem(reply.error?.issues[0]?.message);
    if (reply.success) send.mutate(reply.data.message);
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="grid gap-4"
    >
      {send.error && (
        <Banner tone="negative" urgent>
          {wordsOf(send.error, "Failed to send the reply")}
        </Banner>
      )}
      <TextArea
        label="Reply by mail"
        rows={5}
        help={`Goes to ${inquiry.email}. Answers come to the firm’s mailbox.`}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
        error={problem}
      />
      <div>
        <Button type="submit" tone="primary" busy={send.isPending} busyLabel="Sending...">
          Send Reply
        </Button>
      </div>
    </form>
  );
}
