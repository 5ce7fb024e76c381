import { createContext } from "react";

interface GraphMarks {
  /** Steps and decisions with a fault, by id. */
  faulty: ReadonlySet<string>;
  /** The step that a test has reached. */
  lit: string | null;
  /** The steps that a call visited; the others are dimmed. */
  visited?: ReadonlySet<string>;
}

export const GraphContext = createContext<GraphMarks>({ faulty: new Set(), lit: null });
