import { createSocket } from "node:dgram";
import { once } from "node:events";

const RTP_HEADER_BYTES = 12;
/** The payload type of keys in the trunk's session description. */
const KEY = 101;
const SAMPLES_OF_FRAME = 160;
const KEYS = "0123456789*#ABCD";
const LOUDNESS = 10;

/** The keys (RFC 4733) of a telephone where nobody needs to speak or hear. */
export interface TelephoneLine {
  port: number;
  /** Presses a key towards the port that the other side has named. */
  press(key: string, theirPort: number): void;
  close(): void;
}

export const openTelephoneLine = async (): Promise<TelephoneLine> => {
  const socket = createSocket("udp4");
  let sequence = 0;
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    port: socket.address().port,
    press: (key, theirPort) => {
      const startsAt = sequence * SAMPLES_OF_FRAME;
      // The end of a key is sent three times, because packets may be lost.
      for (const [index, isEnd] of [false, false, false, true, true, true].entries()) {
        const packet = Buffer.alloc(RTP_HEADER_BYTES + 4);
        packet.writeUInt8(0x80, 0);
        packet.writeUInt8(KEY | (index === 0 ? 0x80 : 0), 1);
        packet.writeUInt16BE(sequence % 0x1_0000, 2);
        packet.writeUInt32BE(startsAt, 4);
        packet.writeUInt32BE(0x5157, 8);
        packet.writeUInt8(KEYS.indexOf(key), RTP_HEADER_BYTES);
        packet.writeUInt8((isEnd ? 0x80 : 0) | LOUDNESS, RTP_HEADER_BYTES + 1);
        packet.writeUInt16BE((Math.min(index, 3) + 1) * SAMPLES_OF_FRAME, RTP_HEADER_BYTES + 2);
        socket.send(packet, theirPort, "127.0.0.1");
        sequence += 1;
      }
    },
    close: () => void socket.close(),
  };
};

/** The port at which the other side of a call takes sound, as its INVITE says. */
export const soundPortOf = (invite: string): number => Number(/^m=audio (\d+) /m.exec(invite)?.[1]);
