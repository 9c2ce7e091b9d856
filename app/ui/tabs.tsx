import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

type Tab<Value extends string> = { value: Value; label: string; panel: ReactNode };

type TabsProps<Value extends string> = {
  label: string;
  tabs: ReadonlyArray<Tab<Value>>;
  value: Value;
  onChange: (value: Value) => void;
};

export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  return (
    <Base.Root
      value={value}
      onValueChange={(chosen) => {
        const tab = tabs.find((candidate) => candidate.value === chosen);
        if (tab) onChange(tab.value);
      }}
    >
      <Base.List aria-label={label} className="mb-6 flex gap-6 overflow-x-auto border-line border-b">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-10 whitespace-nowrap border-transparent border-b-2 font-medium text-14 text-muted transition-colors hover:text-text focus-visible:-outline-offset-2 data-active:border-accent data-active:text-text pointer-coarse:min-h-11"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
