import { expect, test } from "vitest";
import { detectRelationships, type ExposedColumns, findPrimaryKey } from "./detect-relationships.ts";

const areas: ExposedColumns = {
  name: "areas",
  table: "1",
  names: new Map([
    ["1.1", ["x"]],
    ["1.2", ["y"]],
  ]),
};
const foreignKey = {
  name: "spots_area_fkey",
  table: "2",
  columns: ["1", "2"],
  target: "1",
  targetColumns: ["1", "2"],
};
const keys = [{ table: "1", columns: ["1", "2"], isPrimary: true }];

/** A view of table 2 that shows both columns of the foreign key `copies` times. */
const createView = (copies: number): ExposedColumns => ({
  name: "spots",
  table: null,
  names: new Map(
    ["1", "2"].map((column) => [
      `2.${column}`,
      Array.from({ length: copies }, (_, index) => `column${column}_${index}`),
    ]),
  ),
});

test("detects a relationship for each combination of columns that a view shows several times", () => {
  const relationships = detectRelationships([areas, createView(2)], [foreignKey], keys);
  expect(relationships.get("spots")?.map(({ columns }) => columns)).toEqual([
    [
      ["column1_0", "x"],
      ["column2_0", "y"],
    ],
    [
      ["column1_0", "x"],
      ["column2_1", "y"],
    ],
    [
      ["column1_1", "x"],
      ["column2_0", "y"],
    ],
    [
      ["column1_1", "x"],
      ["column2_1", "y"],
    ],
  ]);
});

test("limits the combinations of a view with many copies of a key", () => {
  const relationships = detectRelationships([areas, createView(1000)], [foreignKey], keys);
  expect(relationships.get("spots")).toHaveLength(100);
});

test("a view has every primary key that it exposes completely", () => {
  expect(findPrimaryKey(areas, keys)).toEqual(["x", "y"]);
  const partialView = { name: "partial", table: null, names: new Map([["1.1", ["x"]]]) };
  expect(findPrimaryKey(partialView, keys)).toEqual([]);
});
