import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const ZONES = ["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "Europe/London"];
const AREAS = ["+1202", "+1212", "+1303", "+1312", "+1415", "+1512", "+1602", "+1617", "+4420", "+4916"];
const FIRST_SUBSCRIBER = 2_000_000;
const NUMBERS_PER_AREA = 8_000_000;
/** Has no divisor in common with the numbers of an area: all come once, neighbours in the file are far apart in the index. */
const STRIDE = 7_368_787;
const LINES_PER_CHUNK = 1000;

/** A contact as an address book exports it: number, name, zone, two columns of its owner's. */
interface ContactRow {
  phoneNumber: string;
  name: string;
  timezone: string;
  city: string;
  customer: string;
}

/** Returns the `index`th row: every number once, valid to look at, in no order; nothing dials them. */
const contactRow = (index: number): ContactRow => {
  const area = AREAS[index % AREAS.length] ?? "";
  const subscriber = FIRST_SUBSCRIBER + ((Math.floor(index / AREAS.length) * STRIDE) % NUMBERS_PER_AREA);
  return {
    phoneNumber: numberIn(area, subscriber),
    name: `Person ${index}`,
    timezone: ZONES[index % ZONES.length] ?? "",
    city: "Springfield",
    customer: `C-${1_000_000 + index}`,
  };
};

/** Completes a number to its area's length: London's begin with 7 here, German mobiles with 163. */
const numberIn = (area: string, subscriber: number): string => {
  if (area === "+4420") return `${area}7${subscriber}`;
  if (area === "+4916") return `${area}3${subscriber}`;
  return `${area}${subscriber}`;
};

function* inChunks(count: number, line: (row: ContactRow) => string): Generator<Buffer> {
  for (let from = 0; from < count; from += LINES_PER_CHUNK) {
    const length = Math.min(LINES_PER_CHUNK, count - from);
    yield Buffer.from(Array.from({ length }, (_, at) => line(contactRow(from + at))).join(""));
  }
}

/** Writes `count` rows as a file that people would upload. */
export const writeContactFile = async (path: string, count: number): Promise<void> => {
  const header = Buffer.from("phone_number,name,timezone,city,customer\n");
  const lines = inChunks(
    count,
    ({ phoneNumber, name, timezone, city, customer }) => `${phoneNumber},${name},${timezone},${city},${customer}\n`,
  );
  await pipeline(Readable.from(withHeader(header, lines)), createWriteStream(path));
};

function* withHeader(header: Buffer, lines: Generator<Buffer>): Generator<Buffer> {
  yield header;
  yield* lines;
}

/** Writes the same rows as lines of COPY: organization, list, number, name, zone, attributes. */
export const writeCopyFile = async (
  path: string,
  { count, organizationId, listId }: { count: number; organizationId: number; listId: number },
): Promise<void> => {
  const lines = inChunks(count, ({ phoneNumber, name, timezone, city, customer }) => {
    const attributes = JSON.stringify({ city, customer });
    return `${organizationId}\t${listId}\t${phoneNumber}\t${name}\t${timezone}\t${attributes}\n`;
  });
  await pipeline(Readable.from(lines), createWriteStream(path));
};
