import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { AMOUNT_ORDERS, type ListColumn, TEXT_ORDERS } from "./sortable-columns.tsx";
import type { ListControls } from "./use-list-params.ts";

type SortSelectProps<Row> = {
  columns: ReadonlyArray<ListColumn<Row>>;
  controls: Pick<ListControls, "sort" | "change">;
  /** The order without a selection, such as "newest". */
  defaultOrder: string;
};

/** Sort menu for cards, which have no column headers, and for tables without the column that they are sorted by. */
export function SortSelect<Row>({ columns, controls: { sort, change }, defaultOrder }: SortSelectProps<Row>) {
  const selected = sort ? `${sort.ascending ? "" : "-"}${sort.column}` : "";
  const options = columns.flatMap(({ sort: column, header, align, sortOrders }) => {
    if (!column) {
      return [];
    }
    const [ascending, descending] = sortOrders ?? (align === "end" ? AMOUNT_ORDERS : TEXT_ORDERS);
    return [
      { value: column, label: `${header}, ${ascending}` },
      { value: `-${column}`, label: `${header}, ${descending}` },
    ];
  });
  if (options.length === 0) {
    return null;
  }
  return (
    // Its labels are too long for half of a phone.
    <div data-full-row="" className="col-span-full sm:contents">
      <UnlabeledSelect
        aria-label="Sort by"
        placeholder={selected === "" ? `Sort: ${defaultOrder}` : capitalize(defaultOrder)}
        // The closed select shows only the selected option, next to the filters.
        options={options.map(({ value, label }) => ({
          value,
          label: value === selected ? `Sort: ${uncapitalize(label)}` : label,
        }))}
        value={selected}
        onChange={({ currentTarget: { value } }) =>
          change({
            sort: value ? { column: value.replace(/^-/, ""), ascending: !value.startsWith("-") } : null,
          })
        }
      />
    </div>
  );
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Keeps abbreviations such as MRR. */
function uncapitalize(text: string): string {
  return text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}
