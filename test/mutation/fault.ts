import type { AnyNode } from "acorn";

/** A stretch of a source and what stands there instead. */
export interface Fault {
  start: number;
  end: number;
  replacement: string;
}

/** One deliberate fault in one file. */
export interface Mutant extends Fault {
  /** Relative to the root, with slashes. */
  file: string;
  line: number;
  before: string;
  /** The text before and behind it, enough to recognize it when lines have moved. */
  context: string;
}

/** A node with what stands around it, the nearest first. */
export interface Place {
  node: AnyNode;
  around: readonly AnyNode[];
}
