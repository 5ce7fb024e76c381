/** How a call is supervised now. */
export interface SupervisedCall {
  /** Supervisors who have joined. */
  listeners: number;
  /** The processes of the API that have their connections, each once; a former version tells none. */
  at: readonly string[];
  /** The supervision in which somebody speaks in the agent's place. */
  takenOverBy: string | null;
  /** They have let go of the call, and the agent does not know yet. */
  handingBack: string | null;
  /** They have written something that is to be said. */
  hasUnsaid: boolean;
}

/** What this process knows of supervised calls. */
export interface SupervisionWatch {
  /** Calls `onChange` whenever a call's supervision has changed, and once when it is supervised already; returns what stops it. */
  watch(run: { uuid: string }, onChange: (supervised: SupervisedCall) => void): () => void;
  stateOf(runUuid: string): SupervisedCall;
  /** Looks now, for a change that this process has made. */
  look(): Promise<void>;
  stop(): void;
}
