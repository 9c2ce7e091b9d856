import type { ComponentProps } from "react";
import { Search } from "#app/ui/icons.tsx";
import { classNames } from "../class-names.ts";
import { CONTROL_CLASSES } from "./field.tsx";

type SearchFieldProps = Omit<ComponentProps<"input">, "type"> & { label: string };

/** Search box for a list. The label is visible only to screen readers. */
export function SearchField({ label, className, ...input }: SearchFieldProps) {
  return (
    <span className={classNames("relative block", className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
      />
      <input
        {...input}
        type="search"
        aria-label={label}
        className={classNames(CONTROL_CLASSES, "text-ellipsis pl-9")}
      />
    </span>
  );
}
