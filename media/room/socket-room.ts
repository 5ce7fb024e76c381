import type { Logger } from "../../infra/logger.ts";
import { streamMicrophone } from "../hearing/microphone.ts";
import type { CallSlots } from "../process/call-slots.ts";
import { createParticipantLimits } from "./participant-limits.ts";
import { createSocketSpeaker } from "./socket-speaker.ts";
import type { SoundLine, ToldByPage } from "./sound-line.ts";
import { BACK_WITHIN_MS, type RoomEvents, type VoiceRoom } from "./voice-room.ts";

interface RoomParts {
  logger: Logger;
  slots: CallSlots;
  run: { uuid: string };
}

/** The room of a call whose sound comes over a WebSocket of ours. */
export const createSocketRoom = (line: SoundLine, parts: RoomParts): VoiceRoom => ({
  speaker: createSocketSpeaker(line),
  listen: (events) => listen(line, events, parts),
  show: (shown) => line.send({ show: shown }),
  // Nobody is called from here who would take keys.
  pressDigits: async () => {},
  // The line is closed when the call is let go of, after the page was told whether it is over.
  leave: async () => line.listen({ sound: () => {}, told: () => {}, lost: () => {} }),
});

const listen = (line: SoundLine, events: RoomEvents, { logger, slots, run }: RoomParts): void => {
  const limits = createParticipantLimits();
  let microphone = openMicrophone(events, { logger, slots, run });
  const isAway = () => !line.isPersonThere();
  const lookForPerson = () => {
    if (isAway()) events.personLeft();
  };
  const take = ({ person, leave, written }: ToldByPage): void => {
    if (leave) return events.personLeft();
    if (person === false) {
      microphone.end();
      setTimeout(lookForPerson, BACK_WITHIN_MS);
    }
    if (person) {
      microphone.end();
      microphone = openMicrophone(events, { logger, slots, run });
    }
    if (written && limits.mayAct()) events.written(written);
  };
  line.listen({
    sound: (samples) => microphone.push(samples),
    told: take,
    lost: () => events.failed(new Error("the API could not be joined for the sound of this call")),
  });
  if (isAway()) setTimeout(lookForPerson, BACK_WITHIN_MS);
};

/** The sound of one page, from its connection to its end. */
const openMicrophone = (events: RoomEvents, owner: RoomParts) => {
  let controller: ReadableStreamDefaultController<{ data: Int16Array }> | undefined;
  const sound = new ReadableStream<{ data: Int16Array }>({
    start: (given) => {
      controller = given;
    },
  });
  let hasSounded = false;
  const begin = () => {
    hasSounded = true;
    streamMicrophone(sound, events, owner).then(events.soundEnded, events.failed);
  };
  return {
    push: (data: Int16Array): void => {
      if (!hasSounded) begin();
      controller?.enqueue({ data });
    },
    end: (): void => {
      controller?.close();
      controller = undefined;
    },
  };
};
