/** The records in Square that a duplicated write would add to. */
export function countRecords(state: { customers: object; orders: object; invoices: object }) {
  return {
    customers: Object.keys(state.customers).length,
    orders: Object.keys(state.orders).length,
    invoices: Object.keys(state.invoices).length,
  };
}

type RecordCounts = ReturnType<typeof countRecords>;

/** The records that were created between two counts. */
export function countNewRecords(before: RecordCounts, after: RecordCounts): RecordCounts {
  return {
    customers: after.customers - before.customers,
    orders: after.orders - before.orders,
    invoices: after.invoices - before.invoices,
  };
}
