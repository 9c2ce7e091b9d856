import { describe, expect, test } from "vitest";
import { restError } from "#src/test-support/rest-error.ts";
import { createRelation, createRelationship } from "#src/test-support/schema-builders.ts";
import { findRelationship } from "./find-relationship.ts";
import type { Relationship } from "./schema.ts";

const find = (relationships: Relationship[], name: string, hint: string | null = null) =>
  findRelationship(createRelation("orders", [], relationships), name, hint);

const billing = createRelationship({
  target: "addresses",
  constraint: "orders_billing_fkey",
  columns: [["billing_id", "id"]],
});
const shipping = createRelationship({
  target: "addresses",
  constraint: "orders_shipping_fkey",
  columns: [["shipping_id", "id"]],
});
const labels = createRelationship({
  cardinality: "many-to-many",
  target: "labels",
  constraint: "a and b",
  columns: [["id", "order_id"]],
  junction: { relation: "order_labels", columns: [["label_id", "id"]] },
});
const children = createRelationship({
  cardinality: "one-to-many",
  target: "orders",
  constraint: "orders_parent_fkey",
  columns: [["id", "parent_id"]],
  isSelf: true,
});
const parent = createRelationship({
  target: "orders",
  constraint: "orders_parent_fkey",
  columns: [["parent_id", "id"]],
  isSelf: true,
});
const composite = createRelationship({
  target: "parcels",
  constraint: "parcels_order_fkey",
  columns: [
    ["id", "order_id"],
    ["shop_id", "shop_id"],
  ],
});
const viewRelationship = createRelationship({ target: "client_list", targetIsTable: false });

// See https://docs.postgrest.org/en/stable/references/api/resource_embedding.html
describe("without a hint", () => {
  test("finds a relationship by table, foreign key or column name", () => {
    for (const name of ["addresses", "orders_billing_fkey", "billing_id"]) {
      expect(find([billing, labels], name)).toBe(billing);
    }
  });

  test("finds a view only by its own name", () => {
    expect(find([viewRelationship], "client_list")).toBe(viewRelationship);
    expect(() => find([viewRelationship], "client_id")).toThrow(restError(400, "PGRST200"));
  });

  test("does not find a many-to-many relationship by the junction table's foreign keys", () => {
    expect(find([labels], "labels")).toBe(labels);
    expect(() => find([labels], "id")).toThrow(restError(400, "PGRST200"));
  });

  test("does not find a composite foreign key by one of its columns", () => {
    expect(find([composite], "parcels")).toBe(composite);
    expect(() => find([composite], "shop_id")).toThrow(restError(400, "PGRST200"));
  });
});

describe("with a hint", () => {
  test.each(["orders_shipping_fkey", "shipping_id"])("%s selects one of several relationships", (hint) => {
    expect(find([billing, shipping], "addresses", hint)).toBe(shipping);
  });

  test("the target column selects one of several relationships", () => {
    const orders = createRelationship({
      cardinality: "one-to-many",
      target: "addresses",
      columns: [["id", "owner_id"]],
    });
    expect(find([billing, orders], "addresses", "owner_id")).toBe(orders);
  });

  test("the junction table selects a many-to-many relationship", () => {
    const direct = createRelationship({ target: "labels", constraint: "main_label_fkey" });
    expect(find([labels, direct], "labels", "order_labels")).toBe(labels);
    expect(find([labels, direct], "labels", "main_label_fkey")).toBe(direct);
  });

  test("reports a hint that matches nothing", () => {
    expect(() => find([billing], "addresses", "nope")).toThrow(
      restError(400, "PGRST200", { details: expect.stringContaining("using the hint 'nope'") }),
    );
  });
});

// See https://docs.postgrest.org/en/stable/references/api/resource_embedding.html#recursive-relationships
describe("in a self-referencing table", () => {
  test("the table name selects the children and the column selects the parent", () => {
    expect(find([children, parent], "orders")).toBe(children);
    expect(find([children, parent], "parent_id")).toBe(parent);
  });

  test("a hint selects the children by their column", () => {
    const copies = createRelationship({
      ...children,
      constraint: "orders_copy_fkey",
      columns: [["id", "copy_of"]],
    });
    expect(find([children, parent, copies], "orders", "copy_of")).toBe(copies);
  });
});

describe("errors", () => {
  test("names both tables if there is no relationship", () => {
    expect(() => find([billing], "nothing")).toThrow(
      restError(400, "PGRST200", {
        message: "Could not find a relationship between 'orders' and 'nothing' in the schema cache",
      }),
    );
  });

  test("lists ambiguous relationships with the hint for each", () => {
    expect(() => find([billing, shipping], "addresses")).toThrow(
      restError(300, "PGRST201", {
        hint: "Try changing 'addresses' to one of the following: 'addresses!orders_billing_fkey', 'addresses!orders_shipping_fkey'. Find the desired relationship in the 'details' key.",
        details: [
          {
            cardinality: "many-to-one",
            embedding: "orders with addresses",
            relationship: "orders_billing_fkey using orders(billing_id) and addresses(id)",
          },
          {
            cardinality: "many-to-one",
            embedding: "orders with addresses",
            relationship: "orders_shipping_fkey using orders(shipping_id) and addresses(id)",
          },
        ],
      }),
    );
  });

  test("lists a many-to-many relationship with its junction table", () => {
    const direct = createRelationship({ target: "labels" });
    expect(() => find([labels, direct], "labels")).toThrow(
      restError(300, "PGRST201", {
        hint: expect.stringContaining("'labels!order_labels', 'labels!fk'"),
        details: expect.arrayContaining([
          expect.objectContaining({ relationship: "order_labels using a and b" }),
        ]),
      }),
    );
  });
});
