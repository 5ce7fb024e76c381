import { errorOf } from "./errors.ts";
import { follow, ProcessingFailedError } from "./follow.ts";
import type { TextSessionsArea } from "./generated/areas.ts";
import type { Answer, Input } from "./inputs.ts";

type Session = Answer<"GET /workflows/{workflow_id}/text-chat/sessions/{run_id}">;
type Turn = Session["session_data"]["turns"][number];

export interface Reply {
  /** What the agent wrote; null where it had nothing to say. */
  text: string | null;
  /** The whole turn, with the steps and tools of the agent. */
  turn: Turn;
  /** The agent has ended the conversation. */
  isOver: boolean;
}

/** Conversations with agents in text. */
export interface Conversations {
  /** Begins one and waits for the agent's greeting. */
  open(input: Input<"POST /workflows/{workflow_id}/text-chat/sessions">): Promise<Conversation>;
  /** Goes on with one that was begun earlier. */
  resume(input: Input<"GET /workflows/{workflow_id}/text-chat/sessions/{run_id}">): Promise<Conversation>;
}

export const createConversations = (sessions: TextSessionsArea): Conversations => ({
  open: async (input) => Conversation.of(sessions, await sessions.create(input)),
  resume: async (input) => Conversation.of(sessions, await sessions.get(input)),
});

/** One conversation with an agent in text. */
export class Conversation {
  readonly #sessions: TextSessionsArea;
  #session: Session;

  private constructor(sessions: TextSessionsArea, session: Session) {
    this.#sessions = sessions;
    this.#session = session;
  }

  /** Returns a conversation in which the agent owes no answer. */
  static async of(sessions: TextSessionsArea, session: Session): Promise<Conversation> {
    const conversation = new Conversation(sessions, session);
    await conversation.#waitForAgent();
    return conversation;
  }

  /** The number of its call run, for `resume` and the pages of the console. */
  get runId(): number {
    return this.#session.workflow_run_id;
  }

  /** Everything that is known of it, as it was answered last. */
  get session(): Session {
    return this.#session;
  }

  get isOver(): boolean {
    return this.#session.session_data.status === "ended";
  }

  /** What the agent said before anybody wrote; null where it waits to be spoken to. */
  get greeting(): string | null {
    const [first] = this.#session.session_data.turns;
    return first && !first.user_message ? (first.assistant_message?.text ?? null) : null;
  }

  /** What the agent has learned so far. */
  get gathered(): Session["gathered_context"] {
    return this.#session.gathered_context;
  }

  /**
   * Says something and returns the agent's answer. Throws a ConflictError where somebody else has gone on with the conversation,
   * and a ProcessingFailedError where the agent's model failed.
   */
  async say(text: string): Promise<Reply> {
    await this.#catchUp();
    this.#session = await this.#sessions.message({ ...this.#place, text, expected_revision: this.#session.revision });
    await this.#waitForAgent();
    return this.#readReply();
  }

  /**
   * Says something and gives the agent's answer sentence by sentence, while it is written; afterwards `lastReply` has all of it.
   * Leaving the loop interrupts the agent. Throws as `say` does.
   */
  async *stream(text: string): AsyncGenerator<string, void, undefined> {
    await this.#catchUp();
    const message = { ...this.#place, text, expected_revision: this.#session.revision };
    this.#isBehind = true;
    for await (const event of this.#sessions.messageStream(message)) {
      if (event.kind === "sentence") yield event.text;
      if (event.kind === "error")
        throw errorOf({ ...event, requestId: null, retryAfterMs: null, operation: "textSessions.messageStream" });
      if (event.kind === "end") this.#session = event.session;
    }
    this.#isBehind = false;
    await this.#waitForAgent();
    this.#readReply();
  }

  /** The agent's answer to what was said last; null before anything was said. */
  get lastReply(): Reply | null {
    const turn = this.#session.session_data.turns.at(-1);
    return turn?.user_message ? { text: turn.assistant_message?.text ?? null, turn, isOver: this.isOver } : null;
  }

  /** An answer was left before its end: the session has gone on since. */
  #isBehind = false;

  async #catchUp(): Promise<void> {
    if (!this.#isBehind) return;
    this.#session = await this.#sessions.get(this.#place);
    await this.#waitForAgent();
    this.#isBehind = false;
  }

  #readReply(): Reply {
    const turn = this.#session.session_data.turns.at(-1);
    if (!turn) throw new ProcessingFailedError("The conversation has no turn", this.#session);
    if (turn.status === "failed")
      throw new ProcessingFailedError(turn.error ?? "The agent's language model failed", turn);
    return { text: turn.assistant_message?.text ?? null, turn, isOver: this.isOver };
  }

  /** Takes back every turn after this one; without an id all but the first. */
  async rewind(turnId?: string): Promise<void> {
    this.#session = await this.#sessions.rewind({
      ...this.#place,
      ...(turnId !== undefined && { cursor_turn_id: turnId }),
      expected_revision: this.#session.revision,
    });
  }

  async end(): Promise<void> {
    if (!this.isOver) this.#session = await this.#sessions.end(this.#place);
  }

  get #place() {
    return { workflow_id: this.#session.workflow_id, run_id: this.#session.workflow_run_id };
  }

  async #waitForAgent(): Promise<void> {
    if (this.#session.session_data.status !== "pending_assistant_turn") return;
    this.#session = await follow(() => this.#sessions.get(this.#place), {
      isOver: ({ session_data: { status } }) => status !== "pending_assistant_turn",
      failureOf: () => null,
    });
  }
}
