import type { Room } from "@livekit/rtc-node";

/** What LiveKit's library tells of, for example a frame of a microphone's sound; `roomHandle` says whose an event of a room is. */
interface LibraryEvent {
  message: { case?: string; value?: { roomHandle?: bigint } };
}

/** The part of a room that its library keeps to itself. */
interface RoomInside {
  onFfiEvent(event: LibraryEvent): Promise<void>;
  /** Absent: the room is not connected yet. */
  ffiHandle?: { handle: bigint };
  /** Events that came before the room was connected; they are handled before the next one. */
  preConnectEvents: LibraryEvent[];
}

/** One promise for all events that are not handled. */
const DONE = Promise.resolve();

/**
 * Has a room handle only its own events. The library hands each event of the process to each room, the frames of all calls among them,
 * and a room waits for a lock and for several promises before it finds that an event is not its own: what that costs grows with the
 * square of the calls, in processor time as in garbage, whose collection takes the processors from everybody's sound.
 */
export const filterRoomEvents = (room: Room): Room => {
  const inside: object = room;
  if (!isKnownInside(inside)) return room;
  const handle = inside.onFfiEvent;
  inside.onFfiEvent = (event) => (mayConcern(inside, event) ? handle(event) : DONE);
  return room;
};

/** Another version of the library may look different inside; its rooms then handle all events, as they do by themselves. */
const isKnownInside = (room: object): room is RoomInside =>
  "onFfiEvent" in room &&
  typeof room.onFfiEvent === "function" &&
  "preConnectEvents" in room &&
  Array.isArray(room.preConnectEvents);

const mayConcern = ({ ffiHandle, preConnectEvents }: RoomInside, { message }: LibraryEvent): boolean => {
  if (!ffiHandle || preConnectEvents.length > 0) return true;
  if (message.case === "roomEvent") return message.value?.roomHandle === ffiHandle.handle;
  return message.case === "rpcMethodInvocation";
};
