import { isRecord } from "../../domain/json/json-value.ts";
import type { ChatRequest } from "../../domain/model/chat-model.ts";

/**
 * Finds arguments for a function in what the person said: `order_id=12` anywhere, "my name is Ada", a number, a phone
 * number, yes or no. Arguments that the words do not contain are left out.
 */
export const findArguments = (
  request: Pick<ChatRequest, "messages" | "functions">,
  name: string,
): Record<string, unknown> => {
  const wanted = request.functions.find((each) => each.name === name)?.parameters["properties"];
  if (!isRecord(wanted)) return {};
  const said = request.messages.flatMap((message) => (message.role === "person" ? [message.text] : [])).reverse();
  // A long row of blanks, tried from each of its places, would hold the process for its length squared.
  const spoken = said.map((text) => text.replaceAll(/\s+/g, " "));
  const given: Record<string, unknown> = {};
  for (const [argument, asked] of Object.entries(wanted)) {
    const quoted = isRecord(asked) && isRecord(asked["properties"]) ? asked["properties"]["value"] : undefined;
    const schema = quoted ?? asked;
    const type = isRecord(schema) ? schema["type"] : undefined;
    const format = isRecord(schema) ? schema["format"] : undefined;
    const found = spoken
      .map((text) => ({
        quote: text,
        value: format === "phone" ? phoneNumberIn(text) : valueIn(text, argument, type),
      }))
      .find(({ value }) => value !== undefined);
    if (found) given[argument] = quoted === undefined ? found.value : found;
  }
  return given;
};

const phoneNumberIn = (text: string): string | undefined => /\+\d[\d ()-]{5,}\d/.exec(text)?.[0];

const valueIn = (text: string, argument: string, type: unknown): unknown => {
  const words = argument.replace(/[^\w ]/g, ".").replaceAll("_", "[ _]");
  const named = new RegExp(`${words}(?: ?[=:] ?| is )"?([^\\s",;.!?]+)`, "i").exec(text)?.[1];
  if (type === "number" || type === "integer") {
    const number = Number(named ?? /-?\d+(?:\.\d+)?/.exec(text)?.[0] ?? "none");
    return Number.isFinite(number) ? number : undefined;
  }
  if (type === "boolean") {
    const answer = named ?? text;
    if (/\b(yes|true|sure|correct)\b/i.test(answer)) return true;
    return /\b(no|false|not)\b/i.test(answer) ? false : undefined;
  }
  return named;
};
