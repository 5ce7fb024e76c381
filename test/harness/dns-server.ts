import { createSocket } from "node:dgram";

/** A name server that answers questions for TXT records (RFC 1035). */
export interface DnsServer {
  /** Its address and port. */
  address: string;
  /** The texts of names. */
  texts: Map<string, string>;
  close(): Promise<void>;
}

const HEADER_BYTES = 12;
const TXT = 16;

export const startDnsServer = async (): Promise<DnsServer> => {
  const texts = new Map<string, string>();
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => socket.send(answer(question, texts), port, address));
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    texts,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
};

/** The question again, and the record or "no such name". */
const answer = (question: Buffer, texts: Map<string, string>): Buffer => {
  const { name, end } = readName(question);
  const text = question.readUInt16BE(end) === TXT ? texts.get(name) : undefined;
  const header = Buffer.alloc(HEADER_BYTES);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(text === undefined ? 0 : 1, 6);
  const asked = question.subarray(HEADER_BYTES, end + 4);
  if (text === undefined) return Buffer.concat([header, asked]);
  const record = Buffer.alloc(12);
  // A pointer to the name in the question, type, class IN, a minute.
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(TXT, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(60, 6);
  record.writeUInt16BE(text.length + 1, 10);
  return Buffer.concat([header, asked, record, Buffer.from([text.length]), Buffer.from(text)]);
};

const readName = (question: Buffer): { name: string; end: number } => {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString("ascii", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
};
