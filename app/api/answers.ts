import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from "@tanstack/react-query";

/**
 * A query client whose invalidated questions are always asked anew. The library's own keeps a first fetch that is
 * under way and takes its answer for fresh, although it may have been given before the change that invalidates it.
 */
export class Answers extends QueryClient {
  override async invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    if (filters?.refetchType !== "none")
      await this.cancelQueries({
        ...filters,
        type: "active",
        predicate: (query) =>
          query.state.data === undefined && (filters?.predicate === undefined || filters.predicate(query)),
      });
    await super.invalidateQueries(filters, options);
  }
}
