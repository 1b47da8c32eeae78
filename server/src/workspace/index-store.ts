import type { ScanIndex } from "./scan-index";

/** Where indexes are kept between two runs. Nothing in it ever fails: an index that cannot be had is made anew. */
export interface IndexStore {
  load(name: string): Promise<ScanIndex | null>;
  save(name: string, index: ScanIndex): Promise<void>;
}
