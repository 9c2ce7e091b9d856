import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { clientOfEmailQuery, createClient } from "#app/api/admin/client.ts";
import { CLIENT_LIST_KEY } from "#app/api/admin/clients.ts";
import { INQUIRIES_KEY, type Inquiry } from "#app/api/admin/inquiries.ts";
import { FIRM_TOTALS_KEY } from "#app/api/admin/totals.ts";
import { ApiError } from "#app/api/client/api-error.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { EMPTY_CLIENT_FORM, NewClientForm } from "#domain/clients/client-form.ts";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";
import { ClientFields } from "./client-fields.tsx";

const EMAIL_TAKEN = "email_taken";

type NewClientDialogProps = {
  /** Prefills the form. Creating the client closes the inquiry and links it to the client. */
  inquiry?: Inquiry;
  /** Prefills the form. */
  values?: Partial<NewClientForm>;
  /** Called with the client's id before its page opens. */
  onCreate?: (id: string) => Promise<unknown>;
  onClose: () => void;
};

/** Form that creates a client, emails the invitation and opens the client's page. */
export function NewClientDialog({ inquiry, values, onCreate, onClose }: NewClientDialogProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showToast = useToast();
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(NewClientForm),
    defaultValues: inquiry
      ? {
          ...EMPTY_CLIENT_FORM,
          company: inquiry.company,
          contactPerson: inquiry.name,
          email: inquiry.email,
        }
      : { ...EMPTY_CLIENT_FORM, ...values },
  });
  const create = useMutation({
    mutationFn: (form: NewClientForm) => createClient(form, inquiry?.id),
    onSuccess: async (id, { email }) => {
      showToast(`Client created. Invitation sent to ${email}.`);
      await onCreate?.(id);
      onClose();
      void queryClient.invalidateQueries({ queryKey: [CLIENT_LIST_KEY] });
      void queryClient.invalidateQueries({ queryKey: ["active-clients"] });
      void queryClient.invalidateQueries({ queryKey: FIRM_TOTALS_KEY });
      void queryClient.invalidateQueries({ queryKey: [INQUIRIES_KEY] });
      void navigate(`/admin/clients/${id}`);
    },
    onError: (error) => {
      if (isEmailTaken(error)) {
        setError("email", { type: EMAIL_TAKEN, message: error.message }, { shouldFocus: true });
      }
    },
  });
  const emailError = formState.errors.email;
  const takenEmail = emailError?.type === EMAIL_TAKEN ? create.variables?.email : undefined;
  const { data: existingClient } = useQuery({
    ...clientOfEmailQuery(takenEmail ?? ""),
    enabled: takenEmail !== undefined,
  });
  return (
    <GuardedFormDialog
      title="Create New Client"
      description="We'll email an invitation link, valid for 7 days."
      submitButton={{ label: "Create and invite", busyLabel: "Creating..." }}
      subject="the client"
      isDirty={formState.isDirty}
      isPending={create.isPending}
      error={isEmailTaken(create.error) ? null : create.error}
      errorMessage="We couldn't create the client. Try again."
      onSubmit={handleSubmit((form) => create.mutate(form))}
      onClose={onClose}
    >
      <ClientFields
        field={(name) => ({ ...register(name), error: formState.errors[name]?.message })}
        email={
          <div>
            <TextField
              label="Email"
              type="email"
              required
              autoComplete="off"
              hint="Used to sign in."
              error={emailError?.message}
              {...register("email")}
            />
            {takenEmail && existingClient && (
              <p className="mt-1.5 text-13">
                <Link
                  to={`/admin/clients/${existingClient.id}`}
                  className="wrap-anywhere rounded-small underline hover:text-accent"
                >
                  Open {existingClient.company}
                </Link>
              </p>
            )}
          </div>
        }
      />
    </GuardedFormDialog>
  );
}

function isEmailTaken(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.code === EMAIL_TAKEN;
}
