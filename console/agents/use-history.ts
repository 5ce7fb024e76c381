import { useCallback, useRef, useState } from "react";
import type { Graph } from "./graph.ts";

const KEPT = 100;

export interface History {
  /** Call it before a change. Changes under the same key, such as the letters of one field, are one step. */
  remember(key?: string): void;
  undo(): void;
  redo(): void;
  canUndo: boolean;
  canRedo: boolean;
}

/** Keeps undo and redo steps as whole graphs, which are small enough. */
export const useHistory = (current: Graph, restore: (graph: Graph) => void): History => {
  const past = useRef<Graph[]>([]);
  const future = useRef<Graph[]>([]);
  const lastKey = useRef<string>(undefined);
  const [, redraw] = useState(0);
  const remember = useCallback(
    (key?: string) => {
      if (key !== undefined && key === lastKey.current) return;
      lastKey.current = key;
      past.current = [...past.current, current].slice(-KEPT);
      future.current = [];
      redraw((n) => n + 1);
    },
    [current],
  );
  const go = (from: typeof past, to: typeof past) => () => {
    const graph = from.current.pop();
    if (!graph) return;
    lastKey.current = undefined;
    to.current.push(current);
    restore(graph);
    redraw((n) => n + 1);
  };
  return {
    remember,
    undo: go(past, future),
    redo: go(future, past),
    canUndo: past.current.length > 0,
    canRedo: future.current.length > 0,
  };
};
