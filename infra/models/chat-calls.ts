import { isRecord, parseJson } from "../../domain/json/json-value.ts";
import type { CallPiece } from "./chat-chunks.ts";

export interface GatheredCall {
  id: string;
  name: string;
  arguments: string;
}

interface OpenCall {
  index: number | null;
  id: string;
  name: string;
  pieces: string[];
}

/**
 * Puts function calls together from their pieces. A piece belongs to the call of its number; where a server numbers all of them
 * alike or none, an id of its own with a name, or a name after whole arguments, begins another call.
 */
export const createCallCollector = () => {
  const calls: OpenCall[] = [];
  const find = (piece: CallPiece, touched: ReadonlySet<OpenCall>): OpenCall | undefined => {
    const sameId = piece.id === "" ? undefined : calls.findLast((call) => call.id === piece.id && areOne(call, piece));
    if (sameId) return sameId;
    const last =
      piece.index === null ? calls.at(-1) : calls.findLast(({ index }) => index === null || index === piece.index);
    if (!last || piece.name === "") return last;
    const isOther =
      (piece.id !== "" && last.id !== "") ||
      (piece.index === null && touched.has(last)) ||
      isWholeJson(last.pieces.join(""));
    return isOther ? undefined : last;
  };
  const begin = (piece: CallPiece): OpenCall => {
    const call: OpenCall = { index: piece.index, id: "", name: "", pieces: [] };
    calls.push(call);
    return call;
  };
  return {
    /** Adds the pieces of one chunk. */
    add: (pieces: readonly CallPiece[]): void => {
      const touched = new Set<OpenCall>();
      for (const piece of pieces) {
        const call = find(piece, touched) ?? begin(piece);
        touched.add(call);
        call.id ||= piece.id;
        // Some servers repeat the name in every piece, or send it letter by letter.
        call.name = piece.name.startsWith(call.name) && piece.name !== "" ? piece.name : nameOf(call, piece);
        if (piece.isWhole) call.pieces = [];
        if (piece.arguments !== "") call.pieces.push(piece.arguments);
      }
    },
    count: () => calls.length,
    calls: (): GatheredCall[] => {
      const taken = new Set<string>();
      return calls.map((call, at) => {
        const wanted = call.id || `call_${at}`;
        const id = taken.has(wanted) ? `${wanted}_${at}` : wanted;
        taken.add(id);
        return { id, name: call.name, arguments: argumentsOf(call.pieces) };
      });
    },
  };
};

/** Some servers give one id to all calls of an answer; then their numbers tell them apart. */
const areOne = (call: OpenCall, piece: CallPiece): boolean =>
  call.index === null || piece.index === null || call.index === piece.index;

const nameOf = (call: OpenCall, piece: CallPiece): string =>
  call.pieces.length === 0 ? call.name + piece.name : call.name;

/** Some servers send all arguments so far with each piece, or the whole once more at the end. */
const argumentsOf = (pieces: readonly string[]): string => {
  const joined = pieces.join("");
  const last = pieces.at(-1) ?? "";
  return unwrap(!isWholeJson(joined) && isWholeJson(last) ? last : joined);
};

/** Small models write the object's JSON into a JSON text. */
const unwrap = (text: string): string => {
  if (!text.trimStart().startsWith('"')) return text;
  const inner = parseJson(text);
  return typeof inner === "string" && isRecord(parseJson(inner)) ? inner : text;
};

/** No beginning of an object is one. */
export const isWholeJson = (text: string): boolean => isRecord(parseJson(unwrap(text)));
