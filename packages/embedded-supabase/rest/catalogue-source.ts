import type pg from "pg";
import type { Catalogue } from "./catalogue.ts";
import { readCatalogue } from "./read-catalogue.ts";

export type CatalogueSource = {
  /** The catalogue, read on first use; a failed reading is tried anew by the next request. */
  current(): Promise<Catalogue>;
  reload(): Promise<void>;
};

export function createCatalogueSource(pool: pg.Pool): CatalogueSource {
  let reading: Promise<Catalogue> | null = null;
  const read = () => {
    const started = readCatalogue(pool);
    reading = started;
    started.catch(() => {
      if (reading === started) reading = null;
    });
    return started;
  };
  return {
    current: () => reading ?? read(),
    async reload() {
      await read();
    },
  };
}
