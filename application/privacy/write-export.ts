import { listOwnEmails } from "../../domain/privacy/person.ts";
import { listRunsOf } from "../../infra/postgres/privacy/find-person.repository.ts";
import { type KeptRecording, listRecordingsOf } from "../../infra/postgres/privacy/kept-originals.repository.ts";
import { type FileOfRun, listFilesOfRuns } from "../../infra/postgres/privacy/objects.repository.ts";
import { fileOpeningSchema, openFile } from "../../infra/secrets/sealed-file.ts";
import { createZipArchive, type ZipArchive } from "../../infra/zip-archive.ts";
import { PAGE_END, PAGE_START, writeHeading, writeRow } from "./export-page.ts";
import { type DataPart, type PersonDataDependencies, type PersonToRead, readPersonData } from "./person-data.ts";

interface Watched {
  /** Called before each place; throws when the export is not wanted any more. */
  begins(place: string): Promise<void>;
  /** Called with what was written. */
  holds(place: string, count: number): void;
}

/**
 * Yields a ZIP archive of everything that is known of a person: `person.json`, the same as a page to read, and the files of the calls.
 * The data is read twice, once for each, because memory must not grow with it.
 */
export async function* writePersonExport(
  deps: PersonDataDependencies,
  subject: PersonToRead,
  watched: Watched,
): AsyncGenerator<Uint8Array> {
  const archive = createZipArchive();
  yield* writeJson(archive, subject, readWatched(readPersonData(deps, subject), watched));
  yield* writePage(archive, readPersonData(deps, subject));
  yield* writeFiles(archive, deps, subject, watched);
  archive.end();
  yield* archive.take();
}

async function* readWatched(parts: AsyncGenerator<DataPart>, watched: Watched): AsyncGenerator<DataPart> {
  let last: string | null = null;
  for await (const part of parts) {
    if (part.place !== last) await watched.begins(part.place);
    last = part.place;
    watched.holds(part.place, part.rows.length);
    yield part;
  }
}

async function* writeJson(
  archive: ZipArchive,
  { person }: PersonToRead,
  parts: AsyncGenerator<DataPart>,
): AsyncGenerator<Uint8Array> {
  const file = archive.file("person.json");
  const known = { numbers: person.numbers, emails: listOwnEmails(person), names: person.names };
  file.push(`{\n"person": ${JSON.stringify(known)},\n"held": {`);
  let last: string | null = null;
  for await (const { place, rows } of parts) {
    const begins = `${last === null ? "" : "\n],"}\n${JSON.stringify(place)}: [\n`;
    file.push(place === last ? ",\n" : begins);
    last = place;
    file.push(rows.map((row) => JSON.stringify(row)).join(",\n"));
    yield* archive.take();
  }
  file.push(`${last === null ? "" : "\n]"}}\n}\n`);
  file.end();
  yield* archive.take();
}

async function* writePage(archive: ZipArchive, parts: AsyncGenerator<DataPart>): AsyncGenerator<Uint8Array> {
  const file = archive.file("person.html");
  file.push(PAGE_START);
  let last: string | null = null;
  for await (const { place, rows } of parts) {
    if (place !== last) file.push(writeHeading(describePlace(place)));
    last = place;
    file.push(rows.map(writeRow).join(""));
    yield* archive.take();
  }
  file.push(PAGE_END);
  file.end();
  yield* archive.take();
}

const describePlace = (place: string): string =>
  place.endsWith("_mentions")
    ? `Named in: ${place.slice(0, -"_mentions".length).replaceAll("_", " ")}`
    : place.replaceAll("_", " ");

async function* writeFiles(
  archive: ZipArchive,
  { database, objectStore, secrets }: PersonDataDependencies,
  { organizationId, person }: PersonToRead,
  watched: Watched,
): AsyncGenerator<Uint8Array> {
  const { files, originals } = await database.inOrganization(organizationId, async (tx) => {
    const runIds = await listRunsOf(tx, { numbers: person.numbers, emails: listOwnEmails(person) });
    return {
      files: await listFilesOfRuns(tx, runIds),
      originals: await listRecordingsOf(tx, secrets, { organizationId, runIds }),
    };
  });
  if (files.length > 0) await watched.begins("calls");
  for (const found of files) {
    // A file that was removed meanwhile is in no export.
    if ((await objectStore.size(found.object_key)) === null) continue;
    const file = archive.file(nameOf(found), false);
    const bytes: AsyncIterable<Uint8Array> = await objectStore.read(found.object_key);
    for await (const chunk of bytes) {
      file.push(chunk);
      yield* archive.take();
    }
    file.end();
    watched.holds("calls", 1);
    yield* archive.take();
  }
  yield* writeOriginals(archive, objectStore, originals);
}

/** Recordings as they were before they were silenced. */
async function* writeOriginals(
  archive: ZipArchive,
  objectStore: PersonDataDependencies["objectStore"],
  originals: readonly KeptRecording[],
): AsyncGenerator<Uint8Array> {
  for (const [at, { object_key: key, value }] of originals.entries()) {
    if ((await objectStore.size(key)) === null) continue;
    const opening = fileOpeningSchema.parse(value);
    const file = archive.file(
      `calls/original-recording-${at + 1}.${opening.content_type === "audio/mpeg" ? "mp3" : "wav"}`,
      false,
    );
    for await (const chunk of openFile(objectStore, key, opening)) {
      file.push(chunk);
      yield* archive.take();
    }
    file.end();
    yield* archive.take();
  }
}

const nameOf = ({ id, run_uuid, artifact_type, format }: FileOfRun): string =>
  `calls/${run_uuid}/${artifact_type}-${id}.${format}`;
