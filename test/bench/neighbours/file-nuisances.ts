import { openAsBlob, statSync } from "node:fs";
import { Readable } from "node:stream";
import { z } from "zod";
import { type AskResult, asJson, type Bother, inLanes } from "./bother.ts";

const EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const IMPORTS = 2;
const FORMS = 6;
const PUTS = 4;
const DECLARED_BYTES = 10;
const PUT_BYTES = 300_000_000;
const LARGEST_FILE_BYTES = 104_857_600;
const LOOK_EVERY_MS = 250;
/** The pause before a refused request is repeated. */
const AFTER_REFUSAL_MS = 50;

const upload = z.object({
  upload_url: z.string(),
  headers: z.record(z.string(), z.string()),
  object_store_key: z.string(),
});

/** Two imports of the largest workbook at once. */
export const importWorkbooks = (bother: Bother): Promise<void> =>
  importFile(bother, { file: bother.at.workbook, name: "wide.xlsx", type: EXCEL });

/** Two imports of the largest text at once. */
export const importTexts = (bother: Bother): Promise<void> =>
  importFile(bother, { file: bother.at.text, name: "wide.csv", type: "text/csv" });

/**
 * Every other import makes contacts and every other faults, because it has no country to read its numbers in; each waits for
 * its end, also when it is told to stop.
 */
const importFile = async (
  bother: Bother,
  { file, name, type }: { file: string; name: string; type: string },
): Promise<void> => {
  const size = statSync(file).size;
  let imports = 0;
  await inLanes(IMPORTS, bother, async () => {
    const place = await askForUpload(bother, { file_name: name, file_size: size, content_type: type });
    const list = await bother.ask("/contact-lists", asJson({ name: "Everybody" }));
    if (!place || list.status !== 200) return bother.pause(LOOK_EVERY_MS);
    await fetch(place.upload_url, { method: "PUT", body: await openAsBlob(file), headers: place.headers });
    const path = `/contact-lists/${idOf(list)}/import`;
    imports += 1;
    const country = imports % 2 === 1 ? { default_country: "US" } : {};
    const started = await bother.ask(path, asJson({ object_store_key: place.object_store_key, ...country }));
    if (started.status < 300) await untilOver(bother, `${path}s/${importIdOf(started)}`);
  });
};

const idOf = ({ text }: AskResult): number => z.object({ id: z.number() }).parse(JSON.parse(text)).id;
const importIdOf = ({ text }: AskResult): number =>
  z.object({ import_id: z.number() }).parse(JSON.parse(text)).import_id;

const untilOver = async (bother: Bother, path: string): Promise<void> => {
  for (;;) {
    const { status, text } = await bother.ask(path);
    if (status === 200 && /"status":"(completed|failed)"/.test(text)) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
};

/** Six forms with the workbook at once. */
export const uploadNumbers = async (bother: Bother): Promise<void> => {
  const file = await openAsBlob(bother.at.workbook);
  await inLanes(FORMS, bother, async () => {
    const body = new FormData();
    body.set("file", file, "wide.xlsx");
    const { status } = await bother.ask("/do-not-call/upload", { method: "POST", body });
    if (status !== 200) await bother.pause(AFTER_REFUSAL_MS);
  });
};

/** Ten bytes declared and 300 MB put; and the largest files declared, as many as are allowed. */
export const uploadTooMuch = (bother: Bother): Promise<void> =>
  inLanes(PUTS, bother, async () => {
    await askForUpload(bother, { file_name: "a.csv", file_size: LARGEST_FILE_BYTES, content_type: "text/csv" });
    const place = await askForUpload(bother, {
      file_name: "b.csv",
      file_size: DECLARED_BYTES,
      content_type: "text/csv",
    });
    if (!place) return bother.pause(AFTER_REFUSAL_MS);
    const init = { method: "PUT", body: zeros(), headers: place.headers, duplex: "half" as const };
    await bother.askAsStranger(place.upload_url, { ...init, signal: bother.stopping });
  });

const askForUpload = async (bother: Bother, file: object): Promise<z.output<typeof upload> | null> => {
  const { status, text } = await bother.ask("/object-store/presigned-upload-url", asJson(file));
  return status < 300 ? upload.parse(JSON.parse(text)) : null;
};

const zeros = (): ReadableStream => {
  const chunk = Buffer.alloc(1_000_000);
  const chunks = function* () {
    for (let sent = 0; sent < PUT_BYTES; sent += chunk.length) yield chunk;
  };
  return Readable.toWeb(Readable.from(chunks()));
};
