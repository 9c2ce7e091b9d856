import { type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";
import { moveFocus } from "../roving-focus.ts";

type Tab<Value extends string> = { value: Value; label: string; panel: ReactNode };

type TabsProps<Value extends string> = {
  label: string;
  tabs: ReadonlyArray<Tab<Value>>;
  value: Value;
  onChange: (value: Value) => void;
  /** Small, for the toolbar of a field. */
  isCompact?: boolean;
  /** Whether all tabs have the same panel, which stays mounted when another tab is selected. */
  sharesPanel?: boolean;
};

/** Tabs with the selected tab's panel. Arrow keys move the focus and select the focused tab. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  isCompact = false,
  sharesPanel = false,
}: TabsProps<Value>) {
  const id = useId();
  const selected = tabs.find((tab) => tab.value === value);
  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={(event) => moveFocus(event, "[role=tab]", "horizontal")}
        className={classNames(
          "flex gap-4 overflow-x-auto border-line border-b",
          isCompact ? "px-3" : "mb-6 max-[22rem]:gap-2 sm:gap-5",
        )}
      >
        {tabs.map((tab) => {
          const isSelected = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={isSelected}
              aria-controls={isSelected ? `${id}-panel` : undefined}
              tabIndex={isSelected ? 0 : -1}
              onClick={() => onChange(tab.value)}
              onFocus={() => !isSelected && onChange(tab.value)}
              className={classNames(
                "-mb-px whitespace-nowrap border-b-2 font-medium transition-colors hover:text-text focus-visible:-outline-offset-2 pointer-coarse:min-h-11",
                isCompact ? "min-h-9 text-13" : "min-h-10 text-14 max-[22rem]:text-13",
                isSelected ? "border-accent text-text" : "border-transparent text-muted",
              )}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      {selected && (
        <div
          key={sharesPanel ? "panel" : selected.value}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${selected.value}`}
        >
          {selected.panel}
        </div>
      )}
    </div>
  );
}
