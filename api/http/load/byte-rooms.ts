/** Counts bytes of each subject against a room that fills again with time. */
export interface ByteRooms<Subject> {
  /** Takes this many; negative: gives them back. More than there are may be taken, and the subject then waits for longer. */
  take(subject: Subject, bytes: number): void;
  /** The time until the subject has taken no more than it may. */
  msUntilRoom(subject: Subject): number;
  /** False when the room is as large as it can be, because nothing was taken for long enough. */
  isInUse(subject: Subject): boolean;
}

interface Room {
  leftBytes: number;
  countedAtMs: number;
}

const TAKES_BETWEEN_SWEEPS = 1000;

export const createByteRooms = <Subject>({
  burstBytes,
  bytesPerSecond,
  now,
}: {
  burstBytes: number;
  bytesPerSecond: number;
  now: () => number;
}): ByteRooms<Subject> => {
  const rooms = new Map<Subject, Room>();
  let takes = 0;
  const leftOf = (subject: Subject): number => {
    const room = rooms.get(subject);
    if (!room) return burstBytes;
    return Math.min(burstBytes, room.leftBytes + ((now() - room.countedAtMs) / 1000) * bytesPerSecond);
  };
  const isInUse = (subject: Subject) => leftOf(subject) < burstBytes;
  const sweep = () => {
    for (const subject of rooms.keys()) if (!isInUse(subject)) rooms.delete(subject);
  };
  return {
    take: (subject, bytes) => {
      rooms.set(subject, { leftBytes: leftOf(subject) - bytes, countedAtMs: now() });
      takes += 1;
      if (takes % TAKES_BETWEEN_SWEEPS === 0) sweep();
    },
    msUntilRoom: (subject) => Math.max(0, (-leftOf(subject) / bytesPerSecond) * 1000),
    isInUse,
  };
};
