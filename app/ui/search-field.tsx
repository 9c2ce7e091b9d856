import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { controlClasses } from "./field.tsx";

type SearchFieldProps = Omit<ComponentProps<"input">, "type"> & { label: string };

/** Narrows a list; its label is read, its placeholder shown. */
export function SearchField({ label, className, ...input }: SearchFieldProps) {
  return (
    <span className={classNames("relative block", className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
      />
      <input {...input} type="search" aria-label={label} className={classNames(controlClasses, "pl-9")} />
    </span>
  );
}
