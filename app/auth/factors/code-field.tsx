import { useEffect, useRef } from "react";
import { TextField } from "#app/ui/forms/text-field.tsx";

type CodeFieldProps = { error: string | undefined; hint?: string; autoFocus?: boolean };

/** Field for the code of an authenticator app. A rejected code is selected, so that typing replaces it. */
export function CodeField({ error, ...field }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) {
      input.current?.focus();
      input.current?.select();
    }
  }, [error]);
  return (
    <TextField
      {...field}
      ref={input}
      label="Authentication code"
      name="code"
      error={error}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      maxLength={7}
    />
  );
}
