import { superviseRoom } from "./supervised-room.ts";
import type { SupervisorLine } from "./supervisor-line.ts";
import type { VoiceRoom } from "./voice-room.ts";

interface TalkSupervision {
  /** Lists the processes of the API that have the connections of the call's supervisors, each once. */
  listProcesses(): Promise<string[]>;
  /** Connects with the supervisors of one of them. */
  openLine(at: string | null): SupervisorLine;
  onFailure(error: unknown): void;
}

const SUPERVISORS_READ_EVERY_MS = 1000;

/**
 * Lets supervisors hear a caller and the person who has taken them: the one as the person of the call, the other in the place of the
 * agent, whose conversation is over. Nobody tells this process who supervises then, so it looks, until it is closed.
 */
export const superviseTalk = (
  room: VoiceRoom,
  { listProcesses, openLine, onFailure }: TalkSupervision,
): { room: VoiceRoom; close(): void } => {
  const supervised = superviseRoom(room, openLine, () => NOBODY_SPEAKS);
  let isClosed = false;
  const look = async (): Promise<void> => {
    const at = await listProcesses();
    if (!isClosed) supervised.follow({ listens: at.length > 0, takenOver: false, at });
  };
  const lookOrSay = () => void look().catch(onFailure);
  lookOrSay();
  const timer = setInterval(lookOrSay, SUPERVISORS_READ_EVERY_MS).unref();
  return {
    room: supervised.room,
    close: () => {
      isClosed = true;
      clearInterval(timer);
      supervised.close();
    },
  };
};

/** A talk of two people cannot be taken over. */
const NOBODY_SPEAKS = { take: () => {}, finish: () => {} };
