import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createWriteStream, readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "@jest/globals";
import type { FileRow } from "../../../domain/contact/contact-file-rows.ts";
import { type ContactRow, contactRows } from "../../../infra/contact-file/contact-rows.ts";
import { type FileNumber, numberRows } from "../../../infra/contact-file/number-rows.ts";
import { readContactFile } from "../../../infra/contact-file/read-contact-file.ts";
import { readCsvRows } from "../../../infra/contact-file/read-csv-rows.ts";
import { type RowsLimits, readInProcess } from "../../../infra/contact-file/read-in-process.ts";
import { readSheetRows } from "../../../infra/contact-file/sheet-rows.ts";
import { FIND_ENCODING } from "../../../infra/text-encoding/decode-text.ts";
import { bytesSource } from "../../../infra/text-encoding/text-source.ts";
import { writeXlsxFile } from "../../../infra/xlsx/xlsx-file.ts";
import { collect } from "../../harness/collect.ts";
import { withDeclaredSize, workbook, workbookOfOneText } from "./workbook.ts";

const withFolder = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), "ringdown-contact-file-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const sheetRowsOf = (file: Buffer): Promise<FileRow[]> =>
  withFolder(async (folder) => {
    const path = join(folder, "contacts.xlsx");
    await writeFile(path, file);
    return collect(readSheetRows(path));
  });

const numbersOf = (file: Buffer): Promise<FileNumber[]> =>
  collect(readContactFile(Readable.from([file]), { reading: numberRows, input: { country: "US" } }));

const CONTACTS = { mapping: { nickname: "alias" }, country: "US", position: 3 };

const contactsOf = (file: Buffer): Promise<ContactRow[]> =>
  collect(readContactFile(Readable.from([file]), { reading: contactRows, input: CONTACTS }));

const contactsReadHere = (file: Buffer): Promise<ContactRow[]> => {
  return collect(contactRows.read(readCsvRows(bytesSource(file), FIND_ENCODING), CONTACTS));
};

/** Returns the stored files with this title; other tests store files in the same folder. */
const findStored = async (title: string): Promise<string[]> => {
  const paths = readdirSync(tmpdir())
    .filter((name) => name.startsWith("ringdown-contacts-"))
    .map((name) => join(tmpdir(), name, "contacts"));
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8").catch(() => "")));
  return paths.filter((_path, at) => texts[at]?.includes(title));
};

const ROWS = 50_000;
const valuesOfRow = (line: number): string[] =>
  Array.from({ length: 20 }, (_, column) => (column === 0 ? `+1202${2_000_000 + line}` : `value ${line} of ${column}`));
const rowsOfFile = () =>
  Array.from({ length: ROWS }, (_, line) => line)
    .values()
    .map(valuesOfRow);

describe("a text", () => {
  const header = "phone,alias,__proto__,city\n";
  const text = (rows: number) =>
    header +
    Array.from(
      { length: rows },
      (_, at) => `${at % 3 === 0 ? 2_025_550_000 + (at % 10_000) : at},"A, ${at}",x,é\n`,
    ).join("");

  it.each([
    ["small", 100],
    ["large", 50_000],
  ])("that is %s is read the same, from its position on", async (_size, rows) => {
    const file = Buffer.from(text(rows));
    const contacts = await contactsOf(file);
    expect(contacts).toHaveLength(rows - CONTACTS.position);
    expect(contacts).toEqual(await contactsReadHere(file));
    const first = contacts.find(({ reading }) => reading.ok)?.reading;
    expect(first?.ok === true && Object.entries(JSON.parse(first.contact.attributes))).toContainEqual([
      "__proto__",
      "x",
    ]);
  });

  it("a text that is small lets other work of the process have turns", async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      turn = setImmediate(count);
    };
    let turn = setImmediate(count);
    const contacts = await contactsOf(Buffer.from(text(30_000)));
    clearImmediate(turn);
    expect(contacts).toHaveLength(30_000 - CONTACTS.position);
    // Its file is in memory, so that without turns of its own the reading would give none.
    expect(turns).toBeGreaterThan(10);
  });

  it("a text that is large is refused with the same sentence as a small one", async () => {
    // Workbooks of this size are refused as such.
    const large = Buffer.from(`name,city\n${"Ann,Springfield\n".repeat(1_400_000)}`);
    await expect(contactsOf(large)).rejects.toThrow('The file has no column "alias", which the mapping names.');
    await expect(numbersOf(large)).rejects.toThrow("no column of numbers");
  });

  it("a text that is large leaves nothing on the disk where it is refused", async () => {
    const title = `never-here-${randomUUID()}`;
    const large = Buffer.from(`name,${title}\n${"Ann,Springfield\n".repeat(80_000)}`);
    await expect(contactsOf(large)).rejects.toThrow("no column");
    expect(await findStored(title)).toEqual([]);
  });

  it("a text that is large is removed from the disk as soon as it is open", async () => {
    const title = `only-here-${randomUUID()}`;
    const file = Buffer.from(text(50_000).replace("city", title));
    const reading = readContactFile(Readable.from([file]), { reading: contactRows, input: CONTACTS });
    await reading.next();
    const stored = await findStored(title);
    expect(await collect(reading)).toHaveLength(50_000 - CONTACTS.position - 1);
    expect(stored).toEqual([]);
  });

  it("a text that takes much more time on the clock is split", () =>
    withFolder(async (folder) => {
      const path = join(folder, "contacts.csv");
      await writeFile(path, text(80_000));
      const asking = { reading: numberRows, input: { country: "US" }, limits: { answerWithinMs: 1 } };
      await expect(collect(readInProcess({ path, kind: "csv" }, asking))).rejects.toThrow(
        "takes too long to read; split it and send the parts",
      );
    }));

  it("a text that needs more memory than one may is split", () =>
    withFolder(async (folder) => {
      const path = join(folder, "contacts.csv");
      await writeFile(path, text(80_000));
      const asking = { reading: numberRows, input: { country: "US" }, limits: { maxBytes: 32 * 1_048_576 } };
      await expect(collect(readInProcess({ path, kind: "csv" }, asking))).rejects.toThrow(
        "holds too much to be read at once; split it and send the parts",
      );
    }));

  it("a text whose rows are used slowly is not given up: its time is that of the reading", () =>
    withFolder(async (folder) => {
      const path = join(folder, "contacts.csv");
      await writeFile(path, text(10));
      const countClocks = () => process.getActiveResourcesInfo().filter((each) => each === "Timeout").length;
      const before = countClocks();
      const reading = readInProcess({ path, kind: "csv" }, { reading: numberRows, input: { country: "US" } });
      await reading.next();
      expect(countClocks()).toBeLessThanOrEqual(before);
      await reading.return(undefined);
    }));
});

it.each([
  ["workbook", () => Readable.from(writeXlsxFile(rowsOfFile(), { sheetName: "Contacts" }))],
  ["text", () => Readable.from(rowsOfFile().map((values) => `${values.join(",")}\n`))],
])("the memory of who reads a %s does not grow, however many rows it has", (_kind, contents) =>
  withFolder(async (folder) => {
    const SMALL_HEAP_MB = 24;
    const file = join(folder, "contacts");
    await pipeline(contents(), createWriteStream(file));
    const program = fileURLToPath(new URL("./read-numbers.process.ts", import.meta.url));
    const flags = [`--max-old-space-size=${SMALL_HEAP_MB}`, "--disable-warning=ExperimentalWarning"];
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, file]);
    expect(stdout).toBe(String(ROWS));
  }),
);

describe("XLSX", () => {
  it("is told by its first bytes; numbers keep their digits, rows their place", async () => {
    const file = workbook([
      ["phone", "name"],
      [12025550123, "José & Co"],
      ["", ""],
      ["+442079460123", "B"],
    ]);
    expect(await sheetRowsOf(file)).toEqual([
      { line: 1, values: ["phone", "name"] },
      { line: 2, values: ["12025550123", "José & Co"] },
      { line: 4, values: ["+442079460123", "B"] },
    ]);
  });

  it("is refused when it unpacks to too much, and never unpacks to more than it declares", async () => {
    const sheet = "xl/worksheets/sheet1.xml";
    const file = workbook([["phone"], ...Array.from({ length: 1000 }, () => ["+12025550123"])]);
    const bomb = withDeclaredSize(file, sheet, 300_000_000);
    await expect(numbersOf(bomb)).rejects.toThrow("This Excel file is too large when unpacked; save it as CSV.");
    for (const read of [numbersOf, sheetRowsOf])
      await expect(read(withDeclaredSize(file, sheet, 300))).rejects.toThrow("no readable Excel workbook");
  });

  it("may have pictures of any size, even broken ones: they are not unpacked", async () => {
    const picture = "xl/media/image1.png";
    const file = workbook([["phone"], ["+12025550123"]], { [picture]: Buffer.alloc(1_000) });
    const contents = file.indexOf(picture) + picture.length;
    file.fill(0xff, contents, contents + 4);
    const rows = await sheetRowsOf(withDeclaredSize(file, picture, 300_000_000));
    expect(rows.map(({ values }) => values)).toEqual([["phone"], ["+12025550123"]]);
  });

  it("is refused when it needs too much time of a processor, or much more on the clock", async () => {
    const folder = await mkdtemp(join(tmpdir(), "ringdown-slow-workbook-"));
    try {
      const file = join(folder, "contacts.xlsx");
      await writeFile(
        file,
        workbook([["phone", "note"], ...Array.from({ length: 20_000 }, (_, line) => ["+12025550123", line])]),
      );
      const readAll = (limits: RowsLimits) =>
        collect(readInProcess({ path: file, kind: "xlsx" }, { reading: numberRows, input: { country: "US" }, limits }));
      await expect(readAll({ maxProcessorMs: 1 })).rejects.toThrow("takes too long to read; save it as CSV");
      // A process that does nothing any more ends by the clock.
      await expect(readAll({ answerWithinMs: 1 })).rejects.toThrow("takes too long to read; save it as CSV");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("is refused when a row's cells share one long text, which the file holds once", async () => {
    const file = workbookOfOneText("x".repeat(30_000), { cells: 10 });
    for (const read of [numbersOf, sheetRowsOf])
      await expect(read(file)).rejects.toThrow("Row 1 holds more than 256 KB");
  });

  it("is read up to its 200,000th row, and refused at the next", () =>
    withFolder(async (folder) => {
      const MOST_ROWS = 200_000;
      const path = join(folder, "contacts.xlsx");
      const rows = Array.from({ length: MOST_ROWS + 1 }, () => ["x"]);
      await pipeline(writeXlsxFile(rows, { sheetName: "Contacts" }), createWriteStream(path));
      let read = 0;
      const reading = (async () => {
        for await (const _ of readSheetRows(path)) read += 1;
      })();
      await expect(reading).rejects.toThrow("Excel files may have 200,000 rows at most; save this one as CSV.");
      expect(read).toBe(MOST_ROWS);
    }));

  it("is refused when it is large, broken, old or locked", async () => {
    const zip = Buffer.from("PK\u0003\u0004");
    await expect(numbersOf(Buffer.concat([zip, Buffer.alloc(21 * 1_048_576)]))).rejects.toThrow(
      "20 MB at most; save this one as CSV",
    );
    await expect(numbersOf(Buffer.concat([zip, Buffer.from("nonsense")]))).rejects.toThrow(
      "no readable Excel workbook",
    );
    await expect(numbersOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).rejects.toThrow(
      "old .xls file or one with a password",
    );
  });
});
