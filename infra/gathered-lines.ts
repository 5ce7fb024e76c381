import { type DestinationStream, pino } from "pino";

const { warn: WARN = 40 } = pino.levels.values;

/** Pino sets these fields before each line. */
interface GatheringStream extends DestinationStream {
  [pino.symbols.needsMetadataGsym]: true;
  lastLevel: number;
}

/**
 * Returns a destination that writes the lines of one turn of the event loop at once, at its end: a write to a file costs a
 * request more than its line does. Warnings and errors are written with what came before them without waiting, because the
 * process may be about to end. `onExit` registers the last write of a process that ends by itself.
 */
export const gatherLines = (
  destination: DestinationStream,
  onExit: (write: () => void) => void = (write) => void process.once("exit", write),
): DestinationStream => {
  let lines: string[] = [];
  const write = () => {
    if (lines.length === 0) return;
    const gathered = lines.join("");
    lines = [];
    destination.write(gathered);
  };
  onExit(write);
  const stream: GatheringStream = {
    [pino.symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write: (line) => {
      const isFirst = lines.push(line) === 1;
      if (stream.lastLevel >= WARN) write();
      else if (isFirst) setImmediate(write);
    },
  };
  return stream;
};
