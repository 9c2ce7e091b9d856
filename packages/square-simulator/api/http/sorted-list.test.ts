import { expect, test } from "vitest";
import { selectAfter, sortByKey } from "./sorted-list.ts";

const list = sortByKey([3, 1, 5, 2, 4], String);
const selectAll = () => true;

test.each([
  ["from the start", { after: null, isDescending: false }, [1, 2]],
  ["from the end", { after: null, isDescending: true }, [5, 4]],
  ["after a cursor", { after: "2", isDescending: false }, [3, 4]],
  ["before a cursor", { after: "4", isDescending: true }, [3, 2]],
  ["after an item that no longer exists", { after: "2.5", isDescending: false }, [3, 4]],
  ["before an item that no longer exists", { after: "2.5", isDescending: true }, [2, 1]],
  ["after the last item", { after: "5", isDescending: false }, []],
  ["before the first item", { after: "1", isDescending: true }, []],
])("returns items %s", (_case, options, expected) => {
  const selected = selectAfter(list, { ...options, count: 2, matches: selectAll });
  expect(selected.map(({ item }) => item)).toEqual(expected);
});

test("skips items that do not match", () => {
  const isOdd = (item: number) => item % 2 === 1;
  const selected = selectAfter(list, { after: "1", count: 2, isDescending: false, matches: isOdd });
  expect(selected.map(({ item }) => item)).toEqual([3, 5]);
});
