/** An ended call as intakes see it: their expressions ask for it, and their mappings take a contact from it. */
export interface EndedCall {
  /** Of the person: who called, or was called; empty: it is not known, as of conversations in the browser. */
  phone_number: string;
  /** Empty: not known. */
  name: string;
  timezone: string;
  /** Names the call. */
  run_uuid: string;
  /** The agent. */
  workflow_id: number;
  campaign_id: number | null;
  direction: string;
  outcome: string;
  disposition: string;
  answered_by: string;
  duration_seconds: number;
  /** What the agent gathered. */
  variables: Readonly<Record<string, unknown>>;
  /** Those of the contact; of a call to nobody's contact, what it was made with. */
  attributes: Readonly<Record<string, unknown>>;
}

/** Everything that the expression of an intake may ask of a call, with what it is. */
export const CALL_FACTS = {
  variables: { type: "map", says: "what the agent gathered; has(variables.name) asks whether there is one" },
  attributes: { type: "map", says: "the contact's attributes" },
  outcome: { type: "string", says: "how the call ended, such as answered or no_answer" },
  disposition: { type: "string", says: "the disposition; empty: it has none" },
  answered_by: { type: "string", says: "who answered, such as person; empty: not known" },
  direction: { type: "string", says: "inbound or outbound" },
  duration_seconds: { type: "int", says: "how long it lasted" },
  name: { type: "string", says: "the person's name; empty: not known" },
  phone_number: { type: "string", says: "the person's number; empty: not known" },
} as const satisfies Partial<Record<keyof EndedCall, { type: string; says: string }>>;

/** What is known of a call when it has ended. */
export interface EndedRun {
  uuid: string;
  agent_id: number;
  campaign_id: number | null;
  direction: string;
  outcome: string | null;
  disposition: string | null;
  answered_by: string | null;
  duration_seconds: number | null;
  person_number: string | null;
  gathered_context: Readonly<Record<string, unknown>>;
  initial_context: Readonly<Record<string, unknown>>;
}

export interface CalledPerson {
  name: string | null;
  timezone: string | null;
  attributes: Readonly<Record<string, unknown>>;
}

export const describeEndedCall = (run: EndedRun, person: CalledPerson | undefined): EndedCall => ({
  phone_number: run.person_number ?? "",
  name: person?.name ?? "",
  timezone: person?.timezone ?? "",
  run_uuid: run.uuid,
  workflow_id: run.agent_id,
  campaign_id: run.campaign_id,
  direction: run.direction,
  outcome: run.outcome ?? "",
  disposition: run.disposition ?? "",
  answered_by: run.answered_by ?? "",
  duration_seconds: run.duration_seconds ?? 0,
  variables: run.gathered_context,
  attributes: person?.attributes ?? run.initial_context,
});

/** An intake as far as it depends on it which calls it takes. */
interface CallTaker {
  isActive: boolean;
  /** The call was dialled: another one says nothing of its person. */
  wasDialled: boolean;
  /** Whether it asks for this call, by its expression; null: it takes no calls. */
  asksFor: ((call: EndedCall) => boolean) | null;
}

/** Tells whether an intake takes the person of a call. */
export const isTakenCall = (call: EndedCall, { isActive, wasDialled, asksFor }: CallTaker): boolean =>
  isActive && wasDialled && asksFor !== null && asksFor(call);

/** Returns why the person of a call that an intake asks for is not taken; null when they are. */
export const explainNotTaken = ({
  hasOptedOut,
  isOnDoNotCallList,
}: {
  hasOptedOut: boolean;
  isOnDoNotCallList: boolean;
}): string | null => {
  if (hasOptedOut) return "The person asked in this call not to be called any more";
  return isOnDoNotCallList ? "The number is on the do-not-call list" : null;
};
