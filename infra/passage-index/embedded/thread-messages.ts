import type {
  Edition,
  ForgottenPassages,
  Passage,
  PassageHit,
  PassageIndexFault,
  TextQuery,
  VectorQuery,
} from "../passage-index.ts";

/** A request to the thread, with its organization. */
export type Question =
  | { kind: "put"; passages: readonly Passage[] }
  | { kind: "makeCurrent"; edition: Edition }
  | { kind: "remove"; document: { documentUuid: string; except?: Edition } }
  | { kind: "forget"; passages: ForgottenPassages }
  | { kind: "nearest"; query: VectorQuery }
  | { kind: "matching"; query: TextQuery };

export interface Asked {
  number: number;
  organizationId: number;
  question: Question;
}

export interface Answer {
  hits: PassageHit[];
  /** False: there is more to do, so ask again. Other requests are answered in between. */
  isDone: boolean;
}

export type Answered = { number: number } & (Answer | { fault: { code: PassageIndexFault; message: string } });
