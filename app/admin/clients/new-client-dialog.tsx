import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { createClient } from "#app/data/admin-client.ts";
import { CLIENT_LIST } from "#app/data/admin-clients.ts";
import { INQUIRIES, type Inquiry } from "#app/data/admin-inquiries.ts";
import { FIRM_TOTALS } from "#app/data/admin-totals.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { EMPTY_CLIENT_FORM, NewClientForm } from "#domain/client-form.ts";
import { useLeave } from "../lists/use-leave.ts";
import { wordsOf } from "../lists/words-of.ts";

type NewClientDialogProps = {
  /** What the form is filled from; it is closed, and points to the client, once that is there. */
  inquiry?: Inquiry;
  onClose: () => void;
};

/** Creates a client, mails its invitation, and leads to its page. */
export function NewClientDialog({ inquiry, onClose }: NewClientDialogProps) {
  const formId = useId();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showToast = useToast();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(NewClientForm),
    defaultValues: inquiry
      ? {
          ...EMPTY_CLIENT_FORM,
          company: inquiry.company,
          contactPerson: inquiry.name,
          email: inquiry.email,
        }
      : EMPTY_CLIENT_FORM,
  });
  const { errors, isDirty } = formState;
  const create = useMutation({
    mutationFn: (form: NewClientForm) => createClient(form, inquiry?.id),
    onSuccess: (id, { email }) => {
      showToast(`Client created. The invitation goes to ${email}.`);
      onClose();
      void queryClient.invalidateQueries({ queryKey: [CLIENT_LIST] });
      void queryClient.invalidateQueries({ queryKey: ["active-clients"] });
      void queryClient.invalidateQueries({ queryKey: FIRM_TOTALS });
      void queryClient.invalidateQueries({ queryKey: [INQUIRIES] });
      void navigate(`/admin/clients/${id}`);
    },
  });
  const leave = useLeave({ isDirty, isPending: create.isPending, what: "the client" }, onClose);
  return (
    <Dialog
      open
      onClose={leave}
      title="Create New Client"
      description="The client gets a mail with a link to set a password. It is good for 7 days."
      footer={
        <>
          <Button onClick={leave} disabled={create.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} tone="primary" busy={create.isPending} busyLabel="Creating...">
            Create and Invite
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={handleSubmit((form) => create.mutate(form))}
        className="grid gap-4"
      >
        {create.error && (
          <Banner tone="negative" urgent>
            {wordsOf(create.error, "Failed to create client")}
          </Banner>
        )}
        <TextField
          label="Company"
          required
          autoComplete="off"
          error={errors.company?.message}
          {...register("company")}
        />
        <TextField
          label="Contact person"
          required
          autoComplete="off"
          error={errors.contactPerson?.message}
          {...register("contactPerson")}
        />
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="off"
          help="The client signs in with it."
          error={errors.email?.message}
          {...register("email")}
        />
        <TextField
          label="Phone"
          type="tel"
          autoComplete="off"
          error={errors.phone?.message}
          {...register("phone")}
        />
        <TextArea label="Address" rows={2} error={errors.address?.message} {...register("address")} />
      </form>
    </Dialog>
  );
}
