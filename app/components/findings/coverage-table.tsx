import { type ReactNode, useState } from "react";
import { downloadFile } from "#app/components/download-file.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { Download, ShieldCheck } from "#app/ui/icons.tsx";
import type { FrameworkCoverage } from "#domain/findings/report/coverage.ts";
import { coverageCsv } from "#domain/findings/report/coverage-csv.ts";
import { describeSelection } from "#domain/findings/taxonomy-selection.ts";
import { CoverageEntries } from "./coverage-entries.tsx";

/** Longer frameworks show only what was tested, unless the user turns the filter off. */
const MAX_UNFILTERED_ENTRIES = 15;

type CoverageTableProps = {
  frameworks: readonly FrameworkCoverage[];
  findingUrl: (findingId: string) => string;
  /** The file name of the CSV file, which contains all frameworks. */
  csvName: string;
  /** The key of the selected framework. By default, the table keeps the selection itself. */
  framework?: string;
  onFrameworkChange?: (key: string) => void;
  /** Shown before the framework. */
  filter?: ReactNode;
};

/** What was tested of one framework at a time, with the findings. */
export function CoverageTable(props: CoverageTableProps) {
  const { frameworks, findingUrl, csvName, onFrameworkChange, filter } = props;
  const [ownSelection, setOwnSelection] = useState("");
  const tested = frameworks.find(({ testedCount }) => testedCount > 0);
  if (!tested) {
    return (
      <EmptyState
        icon={<ShieldCheck className="size-6" />}
        title="Nothing tested yet"
        hint="Tested items and their findings appear here"
      />
    );
  }
  const key = onFrameworkChange ? props.framework : ownSelection;
  const selected = frameworks.find((framework) => framework.key === key) ?? tested;
  const download = () =>
    downloadFile(csvName, new Blob([coverageCsv(frameworks)], { type: "text/csv;charset=utf-8" }));
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        {filter}
        <UnlabeledSelect
          aria-label="Framework"
          className="w-full sm:w-72 lg:w-96 print:hidden"
          value={selected.key}
          onChange={({ target }) => (onFrameworkChange ?? setOwnSelection)(target.value)}
          options={frameworks.map(({ key: value, label, testedCount }) => ({
            value,
            label: testedCount > 0 ? label : `${label}, not tested`,
          }))}
        />
        <Button
          icon={<Download aria-hidden="true" className="size-4" />}
          className="sm:ml-auto"
          onClick={download}
        >
          Download CSV
        </Button>
      </div>
      <Framework key={selected.key} framework={selected} findingUrl={findingUrl} />
    </div>
  );
}

type FrameworkProps = { framework: FrameworkCoverage; findingUrl: (findingId: string) => string };

function Framework({ framework, findingUrl }: FrameworkProps) {
  const { label, entries, testedCount, openCount } = framework;
  const [isTestedOnly, setIsTestedOnly] = useState(entries.length > MAX_UNFILTERED_ENTRIES);
  const selection = describeSelection(framework);
  const visible = isTestedOnly ? entries.filter(({ status }) => status !== "not_tested") : entries;
  return (
    <section aria-label={label}>
      <h2 className="sr-only mb-1 text-18 print:not-sr-only">{label}</h2>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p role="status" className="tabular text-14">
          {testedCount} of {entries.length} {selection && "listed items "}tested
          <span className="text-muted">
            {" · "}
            {openCount === 0 ? "no open findings" : `${openCount} with open findings`}
          </span>
          {selection && <span className="block text-13 text-muted">This list includes {selection}.</span>}
        </p>
        <div className="print:hidden">
          <Checkbox
            label="Show tested only"
            checked={isTestedOnly}
            onChange={(event) => setIsTestedOnly(event.target.checked)}
          />
        </div>
      </div>
      {visible.length === 0 ? (
        <EmptyState
          title="Nothing in this framework was tested"
          action={<Button onClick={() => setIsTestedOnly(false)}>Show all items</Button>}
        />
      ) : (
        <CoverageEntries label={label} entries={visible} findingUrl={findingUrl} />
      )}
    </section>
  );
}
