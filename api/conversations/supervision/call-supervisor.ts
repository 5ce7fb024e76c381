import type { SupervisedCall } from "../../../domain/call/supervised-call.ts";
import type { Conversation } from "../../../domain/conversation/conversation.ts";
import { createRelayKey } from "../../../domain/conversation/resumption.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { takeUnsaidWords } from "../../../infra/postgres/supervision/supervision.repository.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import type { OutgoingFrame } from "../relay/relay-frames.ts";
import type { SpeechClock } from "../relay/speech-clock.ts";

/** What a supervisor does to a call, on the connection that has its words. */
export interface CallSupervisor {
  /** The conversation is open. `isOwnEnd`: the other end is ours, and is told who listens. */
  begin(conversation: Conversation, options: { isOwnEnd: boolean }): Promise<void>;
  follow(supervised: SupervisedCall): Promise<void>;
}

type Told = Omit<Extract<OutgoingFrame, { type: "supervision" }>, "type">;

const isSame = (told: Told, now: Told): boolean =>
  told.listens === now.listens && told.takenOver === now.takenOver && told.at.join() === now.at.join();

export const createCallSupervisor = (
  { database }: Pick<ApiDependencies, "database">,
  line: { run: Pick<CallRun, "organization_id">; send(frame: OutgoingFrame): void },
  clock: Pick<SpeechClock, "cut">,
): CallSupervisor => {
  let open: { conversation: Conversation; isOwnEnd: boolean } | null = null;
  let latest: SupervisedCall | null = null;
  let told: Told = { listens: false, takenOver: false, at: [] };
  /** The supervision that this connection has dealt with last. */
  let silentFor: string | null = null;
  let handedBack: string | null = null;

  const tell = ({ listeners, takenOverBy, at }: SupervisedCall): void => {
    const now: Told = { listens: listeners > 0, takenOver: takenOverBy !== null, at };
    if (!open?.isOwnEnd || isSame(told, now)) return;
    told = now;
    line.send({ type: "supervision", ...now });
  };
  const sayUnsaid = async (conversation: Conversation, uuid: string): Promise<void> => {
    const unsaid = await database.inOrganization(line.run.organization_id, (tx) => takeUnsaidWords(tx, uuid));
    const last = unsaid.at(-1);
    if (!last) return;
    // As one turn, because a turn that follows breaks off the one before.
    const text = unsaid.map((words) => words.text).join(" ");
    await conversation.supervisorSays({ turnKey: createRelayKey(last.id), text });
  };
  const carryOut = async (supervised: SupervisedCall): Promise<void> => {
    if (!open) return;
    const { conversation } = open;
    const { takenOverBy, handingBack, hasUnsaid } = supervised;
    tell(supervised);
    if (takenOverBy !== null && takenOverBy !== silentFor) {
      silentFor = takenOverBy;
      clock.cut();
      await conversation.fallSilent();
    }
    if (takenOverBy !== null && hasUnsaid) await sayUnsaid(conversation, takenOverBy);
    if (handingBack !== null && handingBack !== handedBack) {
      handedBack = handingBack;
      await conversation.handedBack({ turnKey: createRelayKey(`back-${handingBack}`) });
    }
  };
  return {
    begin: async (conversation, { isOwnEnd }) => {
      open = { conversation, isOwnEnd };
      if (latest) await carryOut(latest);
    },
    follow: async (supervised) => {
      latest = supervised;
      await carryOut(supervised);
    },
  };
};
