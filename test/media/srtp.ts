import { createCipheriv, createHmac } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";

const KEY_BYTES = 16;
const TAG_BYTES = 10;
const AUTHENTICATION = 1;
const AUTHENTICATION_BYTES = 20;
/** How often the sequence numbers of a call have begun anew: not within its first twenty minutes. */
const ROLLED_OVER = Buffer.alloc(4);

/** The key that the other side of a call offers for the sound that it sends, as its INVITE says (RFC 4568). */
export const offeredKey = (invite: string): Buffer => {
  const [, key = ""] = /^a=crypto:\d+ AES_CM_128_HMAC_SHA1_80 inline:([A-Za-z0-9+/=]+)/m.exec(invite) ?? [];
  return Buffer.from(key, "base64");
};

/** Derives the key that authenticates packets from the key of a call (RFC 3711, 4.3). */
const authenticationKey = (masterKey: Buffer): Buffer => {
  const counter = Buffer.alloc(KEY_BYTES);
  masterKey.copy(counter, 0, KEY_BYTES);
  counter[7] = (counter[7] ?? 0) ^ AUTHENTICATION;
  const cipher = createCipheriv("aes-128-ctr", masterKey.subarray(0, KEY_BYTES), counter);
  return cipher.update(Buffer.alloc(AUTHENTICATION_BYTES));
};

/** Tells whether a packet was protected with this key. */
export const isProtectedBy = (masterKey: Buffer, packet: Buffer): boolean => {
  const [content, tag] = [packet.subarray(0, -TAG_BYTES), packet.subarray(-TAG_BYTES)];
  const hmac = createHmac("sha1", authenticationKey(masterKey)).update(content).update(ROLLED_OVER).digest();
  return hmac.subarray(0, TAG_BYTES).equals(tag);
};

/** Somebody who listens on the wire at the port of a telephone. */
export const openWireTap = async () => {
  const socket = createSocket("udp4");
  const packets: Buffer[] = [];
  socket.on("message", (packet) => packets.push(packet));
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { port: socket.address().port, packets, close: () => void socket.close() };
};
