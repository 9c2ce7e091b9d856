import { BareSelect } from "#app/ui/select.tsx";
import { useIsNarrow } from "#app/ui/use-is-narrow.ts";
import type { ListColumn } from "./sorted-columns.tsx";
import type { ListAddress } from "./use-list-address.ts";

/** Where a list is drawn as cards there are no heads to press: the same orders as a choice. */
export function SortSelect<Row>({
  columns,
  address: { sort, change },
}: {
  columns: ReadonlyArray<ListColumn<Row>>;
  address: Pick<ListAddress, "sort" | "change">;
}) {
  const isNarrow = useIsNarrow("xl");
  if (!isNarrow) return null;
  const options = columns.flatMap(({ sort: column, header, align }) => {
    if (!column) return [];
    const [up, down] = align === "end" ? ["smallest", "largest"] : ["first", "last"];
    return [
      { value: column, label: `${header}, ${up} first`.replace("first first", "first to last") },
      { value: `-${column}`, label: `${header}, ${down} first`.replace("last first", "last to first") },
    ];
  });
  return (
    <BareSelect
      aria-label="Sort by"
      placeholder="Usual order"
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
