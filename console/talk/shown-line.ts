import type { TalkParts } from "./by-words.ts";

/** Shows words, and what became of them, as the agent's side reports it. */
export const showLine = (
  line: unknown,
  {
    transcript,
    onStatus,
    onPersonSays,
  }: Pick<TalkParts, "transcript" | "onStatus"> & { onPersonSays(said: { text: string; id: string | null }): void },
): void => {
  const told = (name: string): unknown => (typeof line === "object" && line !== null ? Reflect.get(line, name) : null);
  const text = told("text");
  const id = told("id");
  const forms = told("forms");
  const heard = told("heard");
  const afterMs = told("after_ms");
  if (typeof text === "string") {
    const isPerson = told("speaker") === "person";
    if (isPerson) onPersonSays({ text, id: typeof id === "string" ? id : null });
    else transcript.agentSays(text);
    return onStatus(isPerson ? "thinking" : "speaking");
  }
  if (typeof forms === "string") return transcript.personForms(forms);
  if (typeof afterMs === "number") return transcript.agentAnsweredAfter(afterMs);
  if (typeof heard === "string") transcript.agentWasCut(heard);
  else transcript.agentIsDone();
  onStatus("listening");
};
