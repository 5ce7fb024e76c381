import { words } from "./words.ts";

/** The words of both sides as they arrive. */
export interface Transcript {
  agentSays(text: string): void;
  /** The agent's line came this long after the person's words. */
  agentAnsweredAfter(ms: number): void;
  /** The agent's turn is over; its next words are a new line. */
  agentIsDone(): void;
  /** The person heard only this part of the agent's line. */
  agentWasCut(heard: string): void;
  /** The agent's line is replaced by the reply that is made anew, unless all of it was said. */
  agentRepeats(): void;
  /** The person still speaks; empty text: nothing was said. */
  personForms(text: string): void;
  personSays(text: string): void;
}

export const createTranscript = (list: HTMLElement, agentName: string): Transcript => {
  let agentLine: { item: HTMLElement; text: HTMLElement } | null = null;
  /** The agent's next words replace it. */
  let doubtful: HTMLElement | null = null;
  let forming: { item: HTMLElement; text: HTMLElement } | null = null;

  const add = (speaker: "agent" | "person") => {
    const item = document.createElement("p");
    item.className = speaker;
    const name = document.createElement("span");
    name.className = "speaker";
    name.textContent = speaker === "agent" ? agentName : words.you;
    const text = document.createElement("span");
    item.append(name, text);
    list.append(item);
    list.scrollTop = list.scrollHeight;
    return { item, text };
  };
  return {
    agentSays: (text) => {
      doubtful?.remove();
      doubtful = null;
      agentLine ??= add("agent");
      agentLine.text.textContent = `${agentLine.text.textContent ?? ""} ${text}`.trim();
      list.scrollTop = list.scrollHeight;
    },
    agentAnsweredAfter: (ms) => {
      const latency = document.createElement("span");
      latency.className = "latency";
      latency.textContent = words.latency(Math.round(ms));
      agentLine?.item.append(latency);
    },
    agentIsDone: () => {
      agentLine = null;
      doubtful = null;
    },
    agentWasCut: (heard) => {
      const line = list.querySelector("p.agent:last-of-type span:nth-of-type(2)");
      const said = line?.textContent ?? "";
      if (line && said.length > heard.length) {
        const unheard = document.createElement("s");
        unheard.textContent = said.slice(heard.length);
        line.replaceChildren(said.slice(0, heard.length), unheard);
      }
      agentLine = null;
    },
    agentRepeats: () => {
      doubtful = agentLine?.item ?? null;
      agentLine = null;
    },
    personForms: (text) => {
      if (text === "") {
        forming?.item.remove();
        forming = null;
        return;
      }
      forming ??= add("person");
      forming.item.classList.add("forming");
      forming.text.textContent = text;
    },
    personSays: (text) => {
      const line = forming ?? add("person");
      line.item.classList.remove("forming");
      line.text.textContent = text;
      forming = null;
      agentLine = null;
    },
  };
};
