import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import type { ListColumn } from "./sortable-columns.tsx";
import type { ListControls } from "./use-list-params.ts";

/** Sort menu for cards, which have no column headers, and for tables without some of the columns. */
export function SortSelect<Row>({
  columns,
  controls: { sort, change },
}: {
  columns: ReadonlyArray<ListColumn<Row>>;
  controls: Pick<ListControls, "sort" | "change">;
}) {
  const options = columns.flatMap(({ sort: column, header, align }) => {
    if (!column) {
      return [];
    }
    const [ascendingLabel, descendingLabel] =
      align === "end" ? ["smallest first", "largest first"] : ["ascending", "descending"];
    return [
      { value: column, label: `${header}, ${ascendingLabel}` },
      { value: `-${column}`, label: `${header}, ${descendingLabel}` },
    ];
  });
  if (options.length === 0) {
    return null;
  }
  return (
    <UnlabeledSelect
      aria-label="Sort by"
      placeholder="Default order"
      options={options}
      value={sort ? `${sort.ascending ? "" : "-"}${sort.column}` : ""}
      onChange={({ currentTarget: { value } }) =>
        change({
          sort: value ? { column: value.replace(/^-/, ""), ascending: !value.startsWith("-") } : null,
        })
      }
    />
  );
}
