import type { Edition, Passage, PassageHit, PassageIndexFault, TextQuery, VectorQuery } from "../passage-index.ts";

/** What the thread is asked, with the organization that it is about. */
export type Question =
  | { kind: "put"; passages: readonly Passage[] }
  | { kind: "makeCurrent"; edition: Edition }
  | { kind: "remove"; document: { documentUuid: string; except?: Edition } }
  | { kind: "nearest"; query: VectorQuery }
  | { kind: "matching"; query: TextQuery };

export interface Asked {
  number: number;
  organizationId: number;
  question: Question;
}

export interface Answer {
  hits: PassageHit[];
  /** Not when there is more of the same to do: ask again. Others are answered meanwhile. */
  isDone: boolean;
}

export type Answered = { number: number } & (Answer | { fault: { code: PassageIndexFault; message: string } });
