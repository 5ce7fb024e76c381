import { createContext } from "react";

interface GraphMarks {
  /** Steps and decisions with a fault, by id. */
  faulty: ReadonlySet<string>;
  /** The step that a test is in. */
  lit: string | null;
  /** Where a call came through; the rest stands back. */
  visited?: ReadonlySet<string>;
}

export const GraphContext = createContext<GraphMarks>({ faulty: new Set(), lit: null });
