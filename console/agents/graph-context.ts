import { createContext } from "react";

interface GraphMarks {
  /** Steps and decisions with a fault, by id. */
  faulty: ReadonlySet<string>;
  /** The step that a test is in. */
  lit: string | null;
}

export const GraphContext = createContext<GraphMarks>({ faulty: new Set(), lit: null });
