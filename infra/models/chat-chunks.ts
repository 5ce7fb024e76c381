import { isRecord, type JsonRecord, readRecords, readText } from "../../domain/json/json-value.ts";
import type { TokenUsage } from "../../domain/model/model-usage.ts";
import { textsOf } from "../guarded-request/refusal-text.ts";
import { ServerRefusal } from "./server-refusal.ts";

/** A piece of a function call, as a server sent it. */
export interface CallPiece {
  /** Null: the server numbers no calls. */
  index: number | null;
  id: string;
  name: string;
  arguments: string;
  /** The arguments came as an object, whole. */
  isWhole: boolean;
}

export interface ChatPiece {
  text: string;
  /** The server takes the thoughts out itself: this piece held some. */
  hasThought: boolean;
  calls: readonly CallPiece[];
  finish: string | null;
  usage: TokenUsage | null;
}

/**
 * Reads one chunk of a stream, or a whole answer, in whichever of the known manners it is written. `isRepeated`: deltas have come
 * before, so that a whole message repeats them. Throws `ServerRefusal` for an error within the stream.
 */
export const readChunk = (chunk: unknown, { isRepeated }: { isRepeated: boolean }): ChatPiece => {
  const record: JsonRecord = isRecord(chunk) ? chunk : {};
  refuseError(record);
  const choice = readRecords(record["choices"])[0] ?? {};
  refuseError(choice);
  const finish = readText(choice["finish_reason"]).toLowerCase();
  const part = partOf(choice, isRepeated);
  return {
    text: textOf(part["content"]) + textOf(part["refusal"]) + (isRepeated ? "" : readText(choice["text"])),
    hasThought: [part["reasoning_content"], part["reasoning"], part["thinking"]].some((each) => readText(each) !== ""),
    calls: [...readCalls(part["tool_calls"]), ...legacyCall(part["function_call"])].map(readCall),
    finish: finish === "" ? null : finish,
    usage: usageOf(record["usage"]),
  };
};

const partOf = ({ delta, message }: JsonRecord, isRepeated: boolean): JsonRecord => {
  if (isRecord(delta) && Object.keys(delta).length > 0) return delta;
  return isRecord(message) && !isRepeated ? message : {};
};

/** Returns text that comes plain, as one part or as parts; parts of other types are thoughts and references. */
const textOf = (content: unknown): string => {
  if (Array.isArray(content)) return content.map(textOf).join("");
  if (!isRecord(content)) return readText(content);
  const type = readText(content["type"]);
  return type === "" || type === "text" || type === "output_text" ? readText(content["text"]) : "";
};

/** A single call may come without its list. */
const readCalls = (calls: unknown): JsonRecord[] => (isRecord(calls) ? [calls] : readRecords(calls));

const readCall = ({ index, id, function: called, ...rest }: JsonRecord): CallPiece => {
  const { name, arguments: given } = isRecord(called) ? called : rest;
  return {
    index: numberOf(index),
    id: readText(id),
    name: readText(name),
    arguments: isRecord(given) || Array.isArray(given) ? JSON.stringify(given) : readText(given),
    isWhole: isRecord(given),
  };
};

/** Some gateways write numbers as texts. */
const numberOf = (index: unknown): number | null => {
  if (typeof index === "number") return index;
  return /^\d{1,4}$/.test(readText(index)) ? Number(index) : null;
};

const legacyCall = (call: unknown): JsonRecord[] => (isRecord(call) ? [{ index: 0, function: call }] : []);

const usageOf = (usage: unknown): TokenUsage | null => {
  if (!isRecord(usage)) return null;
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens = 0 } = usage;
  const areNumbers = typeof promptTokens === "number" && typeof completionTokens === "number";
  return areNumbers ? { promptTokens, completionTokens } : null;
};

const refuseError = (record: JsonRecord): void => {
  const { error, base_resp: status } = record;
  if (isRecord(error) || (typeof error === "string" && error !== "")) throw refusalOf(error, textsOf({ error }));
  if (record["finish_reason"] === "error") throw new ServerRefusal(502, null);
  // MiniMax refuses with status 200.
  if (isRecord(status) && typeof status["status_code"] === "number" && status["status_code"] !== 0) {
    throw new ServerRefusal(400, textsOf(status));
  }
  if (record["object"] === "error") throw refusalOf(record, textsOf(record));
};

const refusalOf = (error: unknown, words: string | null): ServerRefusal => {
  const code = isRecord(error) ? Number(error["code"] ?? error["status"]) : Number.NaN;
  const isStatus = Number.isInteger(code) && code >= 400 && code < 600;
  return new ServerRefusal(isStatus ? code : 502, words);
};
