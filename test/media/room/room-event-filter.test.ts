import { describe, expect, it } from "@jest/globals";
import { Room } from "@livekit/rtc-node";
import { filterRoomEvents } from "../../../media/room/room-event-filter.ts";

const HANDLE = 7n;

interface Inside {
  onFfiEvent(event: object): Promise<void>;
  ffiHandle?: { handle: bigint };
  localParticipant?: object;
  info?: object;
  preConnectEvents: object[];
  ffiEventLock: { lock(): Promise<() => void> };
}

/** Opens a room of LiveKit's own class, and counts how often it takes its lock to look at an event. */
const openRoom = ({ isConnected }: { isConnected: boolean }) => {
  const room = filterRoomEvents(new Room());
  const inside = room as unknown as Inside;
  if (isConnected) Object.assign(inside, { ffiHandle: { handle: HANDLE }, localParticipant: {}, info: {} });
  let looks = 0;
  const lock = inside.ffiEventLock.lock.bind(inside.ffiEventLock);
  inside.ffiEventLock.lock = () => {
    looks += 1;
    return lock();
  };
  const updates: unknown[] = [];
  room.on("roomMetadataChanged", (metadata) => updates.push(metadata));
  return { room, inside, updates, looks: () => looks };
};

const metadataOf = (roomHandle: bigint, metadata: string) => ({
  message: {
    case: "roomEvent",
    value: { roomHandle, message: { case: "roomMetadataChanged", value: { metadata } } },
  },
});

const FRAME = { message: { case: "audioStreamEvent", value: { streamHandle: 9n } } };

describe("filterRoomEvents", () => {
  it("has a room handle its own events, in their order", async () => {
    const { inside, updates } = openRoom({ isConnected: true });
    await Promise.all(["one", "two", "three"].map((text) => inside.onFfiEvent(metadataOf(HANDLE, text))));
    expect(updates).toEqual(["one", "two", "three"]);
  });

  it("does not have it look at frames of sound, nor at other rooms' events", async () => {
    const { inside, updates, looks } = openRoom({ isConnected: true });
    await inside.onFfiEvent(FRAME);
    await inside.onFfiEvent(metadataOf(HANDLE + 1n, "of another"));
    expect({ looks: looks(), updates }).toEqual({ looks: 0, updates: [] });
  });

  it("keeps what comes before the room is connected, and handles it with the next event of any kind", async () => {
    const { inside, updates } = openRoom({ isConnected: false });
    await inside.onFfiEvent(metadataOf(HANDLE, "early"));
    await inside.onFfiEvent(metadataOf(HANDLE + 1n, "of another"));
    expect(inside.preConnectEvents).toHaveLength(2);
    Object.assign(inside, { ffiHandle: { handle: HANDLE }, localParticipant: {}, info: {} });
    await inside.onFfiEvent(FRAME);
    expect({ left: inside.preConnectEvents, updates }).toEqual({ left: [], updates: ["early"] });
  });

  it("leaves a room alone that looks different inside", () => {
    const room = new Room() as unknown as Partial<Inside>;
    delete room.preConnectEvents;
    const before = room.onFfiEvent;
    filterRoomEvents(room as unknown as Room);
    expect(room.onFfiEvent).toBe(before);
  });
});
