import type { IncomingMessage } from "node:http";
import { KILOBYTE } from "../../domain/file/bytes.ts";
import { OutboundRequestError } from "./outbound-request-error.ts";

/** So many pieces cost little, however small they are. */
const FREE_PIECES = 5_000;
/** The smallest average of more pieces: taking one costs as much as reading some kilobytes. */
const SMALLEST_AVERAGE_BYTES = 64;
/** Pieces that arrive together are told by the bytes around them, of which so many are free. */
const FREE_BYTES = 64 * KILOBYTE;

/**
 * Counts the pieces in which an answer arrives; throws once it comes in many that are tiny, as of a server that answers byte by byte:
 * taking those apart would hold up everybody else. Pieces that the connection delivers together are read as one, so that the bytes
 * on the wire tell how many they were: each has its length around it.
 */
export const createPieceLimit = ({ socket }: IncomingMessage): ((bytes: number) => void) => {
  const readBefore = socket.bytesRead;
  let pieces = 0;
  let total = 0;
  return (bytes) => {
    pieces += 1;
    total += bytes;
    const onWire = socket.bytesRead - readBefore;
    const areTiny = pieces > FREE_PIECES && total / pieces < SMALLEST_AVERAGE_BYTES;
    if (!areTiny && (onWire <= FREE_BYTES || onWire < 2 * total)) return;
    throw new OutboundRequestError(
      "interrupted",
      `The server sends its answer in pieces that are too small (${total} bytes so far): it has to send larger ones`,
      { mayHaveArrived: true },
    );
  };
};
