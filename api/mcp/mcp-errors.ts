import { isRecord, parseJson } from "../../domain/json/json-value.ts";
import type { InProcessAnswer } from "../http/in-process-requests.ts";

/** An answer that is no success, in words for the program that has called a tool. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
}

/** Reads the refusal of an operation: its code and its sentence, which says what to do. */
export const readRefusal = ({ status, text }: InProcessAnswer, isConfined: boolean): ToolRefusal => {
  const { detail, code } = readObject(text);
  const sentence = typeof detail === "string" ? detail : JSON.stringify(detail ?? text);
  const confined = isConfined && code === "sandbox_key" ? ` ${CONFINED}` : "";
  return new ToolRefusal(`Refused (${status}${typeof code === "string" ? ` ${code}` : ""}): ${sentence}.${confined}`);
};

/** Why a live key acts as one of the sandbox. */
export const CONFINED = "This server keeps MCP clients in the sandbox whatever their key is: MCP_LIVE is not set.";

const readObject = (text: string): Record<string, unknown> => {
  const value = parseJson(text);
  return isRecord(value) ? value : {};
};
