import { type SubmitEvent, type SyntheticEvent, useState } from "react";
import { SignIn } from "#domain/sign-in/credentials.ts";

type CredentialErrors = { [Field in keyof SignIn]?: string };

/**
 * Validates the sign-in form on submit, and after that on every change. The fields are uncontrolled, so that they keep what
 * was typed before hydration. Replaces react-hook-form, which would add 12 KB to the sign-in pages.
 */
export function useCredentials() {
  const [errors, setErrors] = useState<CredentialErrors>({});
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [isSubmitting, setIsSubmitting] = useState(false);

  function handleSubmit(signIn: (credentials: SignIn, form: FormData) => Promise<void>) {
    return async (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = event.currentTarget;
      const { credentials, errors } = readCredentials(form);
      setIsSubmitted(true);
      setErrors(errors);
      if (!credentials) {
        focusField(form, errors.email ? "email" : "password");
        return;
      }
      setIsSubmitting(true);
      try {
        await signIn(credentials, new FormData(form));
      } finally {
        setIsSubmitting(false);
      }
    };
  }

  function revalidate({ currentTarget }: SyntheticEvent<HTMLFormElement>) {
    if (isSubmitted) {
      setErrors(readCredentials(currentTarget).errors);
    }
  }

  return { errors, isSubmitting, handleSubmit, revalidate };
}

function readCredentials(form: HTMLFormElement): { credentials?: SignIn; errors: CredentialErrors } {
  const parsed = SignIn.safeParse(Object.fromEntries(new FormData(form)));
  if (parsed.success) {
    return { credentials: parsed.data, errors: {} };
  }
  const findMessage = (field: keyof SignIn) =>
    parsed.error.issues.find(({ path }) => path[0] === field)?.message;
  return { errors: { email: findMessage("email"), password: findMessage("password") } };
}

export function focusField(form: HTMLFormElement, name: keyof SignIn): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) {
    field.focus();
  }
}
