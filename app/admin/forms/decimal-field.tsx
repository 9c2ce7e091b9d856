import { type ComponentProps, useState } from "react";
import { TextField } from "#app/ui/forms/text-field.tsx";

type DecimalFieldProps = Omit<ComponentProps<typeof TextField>, "value" | "onChange" | "type"> & {
  /** The number in hundredths, such as cents. NaN if the text is not a number. */
  value: number;
  onChange: (value: number) => void;
  /** Replaces the error of an empty field, such as "Enter a price". */
  emptyError?: string;
};

/** Text field for a number with at most two decimals, such as an amount, hours or a percentage. */
export function DecimalField({ value, onChange, error, emptyError, ...field }: DecimalFieldProps) {
  const [text, setText] = useState(() => formatHundredths(value));
  return (
    <TextField
      {...field}
      error={error && ((Number.isNaN(value) && findDecimalError(text, emptyError)) || error)}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(parseHundredths(event.currentTarget.value));
      }}
      // Shows the number that is saved, such as 1,200.00 as 1200.
      onBlur={() => !Number.isNaN(value) && setText(formatHundredths(value))}
    />
  );
}

const DECIMAL_PATTERN = /^(\d+)(?:\.(\d{0,2}))?$/;

/** Returns NaN for other text, and for amounts that are not exact. */
export function parseHundredths(text: string): number {
  const parts = DECIMAL_PATTERN.exec(text.replaceAll(/[\s,$%]/g, ""));
  if (!parts) {
    return Number.NaN;
  }
  const [, whole = "0", fraction = ""] = parts;
  const number = Number(whole + fraction.padEnd(2, "0"));
  return Number.isSafeInteger(number) ? number : Number.NaN;
}

/** Returns what is wrong with a text that is empty or has too many decimals, and undefined for other texts. */
export function findDecimalError(text: string, emptyError?: string): string | undefined {
  const digits = text.replaceAll(/[\s,$%]/g, "");
  if (digits === "") {
    return emptyError;
  }
  return /^\d+\.\d{3,}$/.test(digits) ? "Use at most two decimals" : undefined;
}

export function formatHundredths(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) {
    return "";
  }
  const digits = String(value).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.00$/, "");
}
