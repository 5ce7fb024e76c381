import { REFUSAL } from "../../domain/conversation/conclusion.ts";
import { toHeardLanguage } from "../../domain/conversation/heard/fold-words.ts";
import { guessLanguage } from "../../domain/conversation/heard/language.ts";
import { asksNotToBeCalled } from "../../domain/conversation/opt-out-words.ts";
import { isRecord } from "../../domain/json/json-value.ts";
import type { ChatRequest } from "../../domain/model/chat-model.ts";
import { kindOf, readValue } from "./scripted.values.ts";

/**
 * Finds arguments for a function in what the person said: `order_id=12` anywhere, days, times, numbers and names as people say
 * them in the language of the conversation, a phone number, yes or no. Arguments that the words do not contain are left out.
 */
export const findArguments = (
  request: Pick<ChatRequest, "messages" | "functions" | "language" | "today">,
  name: string,
): Record<string, unknown> => {
  const wanted = request.functions.find((each) => each.name === name)?.parameters["properties"];
  if (!isRecord(wanted)) return {};
  const said = request.messages.flatMap((message) => (message.role === "person" ? [message.text] : [])).reverse();
  // A long row of blanks, tried from each of its places, would hold the process for its length squared.
  const spoken = said.map((text) => text.replaceAll(/\s+/g, " "));
  const given: Record<string, unknown> = {};
  for (const [argument, asked] of Object.entries(wanted)) {
    if (argument === REFUSAL) {
      given[argument] = spoken.some(asksNotToBeCalled);
      continue;
    }
    const quoted = isRecord(asked) && isRecord(asked["properties"]) ? asked["properties"]["value"] : undefined;
    const found = spoken
      .map((text) => ({ value: valueIn(text, { argument, schema: quoted ?? asked, request }), quote: text }))
      .find(({ value }) => value !== undefined);
    if (found) given[argument] = quoted === undefined ? found.value : found;
  }
  return given;
};

interface Wanted {
  argument: string;
  schema: unknown;
  request: Pick<ChatRequest, "language" | "today">;
}

const valueIn = (text: string, { argument, schema, request }: Wanted): unknown => {
  const kind = kindOf(argument, schema);
  const language = guessLanguage(text) ?? toHeardLanguage(request.language);
  const heard = () => readValue(kind, text, { language, today: request.today ?? null });
  if (kind === "phone") return heard();
  const words = argument.replace(/[^\w ]/g, ".").replaceAll("_", "[ _]");
  const named = new RegExp(`${words}(?: ?[=:] ?| is )"?([^\\s",;.!?]+)`, "i").exec(text)?.[1];
  if (kind === "number") {
    const number = Number(named ?? /-?\d+(?:\.\d+)?/.exec(text)?.[0] ?? "none");
    return Number.isFinite(number) ? number : heard();
  }
  if (kind === "boolean") {
    const answer = named ?? text;
    if (/\b(yes|true|sure|correct)\b/i.test(answer)) return true;
    return /\b(no|false|not)\b/i.test(answer) ? false : undefined;
  }
  // A name may be of several words.
  return kind === "name" ? (heard() ?? named) : (named ?? heard());
};
