import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { createClient } from "#app/api/admin-client.ts";
import { CLIENT_LIST } from "#app/api/admin-clients.ts";
import { INQUIRIES, type Inquiry } from "#app/api/admin-inquiries.ts";
import { FIRM_TOTALS } from "#app/api/admin-totals.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { EMPTY_CLIENT_FORM, NewClientForm } from "#domain/client-form.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { ClientFields } from "./client-fields.tsx";

type NewClientDialogProps = {
  /** What the form is filled from; it is closed, and points to the client, once that is there. */
  inquiry?: Inquiry;
  onClose: () => void;
};

/** Creates a client, mails its invitation, and leads to its page. */
export function NewClientDialog({ inquiry, onClose }: NewClientDialogProps) {
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
  return (
    <FormDialog
      title="Create New Client"
      description="The client gets a mail with a link to set a password. It is good for 7 days."
      act={{ label: "Create and Invite", busyLabel: "Creating..." }}
      what="the client"
      isDirty={formState.isDirty}
      isPending={create.isPending}
      error={create.error}
      failed="Failed to create client"
      onSubmit={handleSubmit((form) => create.mutate(form))}
      onClose={onClose}
    >
      <ClientFields
        field={(name) => ({ ...register(name), error: formState.errors[name]?.message })}
        email={
          <TextField
            label="Email"
            type="email"
            required
            autoComplete="off"
            help="The client signs in with it."
            error={formState.errors.email?.message}
            {...register("email")}
          />
        }
      />
    </FormDialog>
  );
}
