import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { type ForgottenPassages, PassageIndexError } from "../passage-index.ts";
import { findMatching, findNearest } from "./find-passages.ts";
import { openPassageFile } from "./open-passage-file.ts";
import type { Answer, Answered, Asked, Question } from "./thread-messages.ts";
import { forgetPassages, makeEditionCurrent, putPassages, removeDocument, sweepTraces } from "./write-passages.ts";

/** The largest number of open files; the least recently used one is closed for another. */
const MAX_OPEN_FILES = 16;

const { folder } = z.object({ folder: z.string() }).parse(workerData);
const open = new Map<number, DatabaseSync>();

/** Each organization has its own file, so that nothing in it can be found, counted or weighed by another one. */
const fileOf = (organizationId: number): DatabaseSync => {
  const known = open.get(organizationId);
  const database = known ?? openPassageFile(join(folder, `org-${organizationId}.sqlite`));
  open.delete(organizationId);
  open.set(organizationId, database);
  for (const [oldest, leastUsed] of open) {
    if (open.size <= MAX_OPEN_FILES) break;
    leastUsed.close();
    open.delete(oldest);
  }
  return database;
};

const answer = (database: DatabaseSync, question: Question): Answer => {
  if (question.kind === "nearest") return { hits: findNearest(database, question.query), isDone: true };
  if (question.kind === "matching") return { hits: findMatching(database, question.query), isDone: true };
  if (question.kind === "remove") return { hits: [], isDone: remove(database, question) };
  if (question.kind === "forget") forget(database, question.passages);
  if (question.kind === "put") putPassages(database, question.passages);
  if (question.kind === "makeCurrent") makeEditionCurrent(database, question.edition);
  return { hits: [], isDone: true };
};

const forget = (database: DatabaseSync, passages: ForgottenPassages): void => {
  forgetPassages(database, passages);
  if (passages.leavesNoTrace) sweepTraces(database);
};

/** A document that goes whole leaves no trace; of a version that another one replaces, the next removal takes it. */
const remove = (database: DatabaseSync, { document }: Extract<Question, { kind: "remove" }>): boolean => {
  const isDone = removeDocument(database, document);
  if (isDone && !document.except) sweepTraces(database);
  return isDone;
};

const SQLITE_BUSY = 5;

/** SQLite's own sentence names tables and files, never their content. */
const faultOf = (error: unknown) => {
  if (error instanceof PassageIndexError) return { code: error.code, message: error.message };
  const detail = error instanceof Error ? error.message : String(error);
  const isBusy = error instanceof Error && "errcode" in error && Number(error.errcode) % 256 === SQLITE_BUSY;
  if (isBusy)
    return { code: "timeout" as const, message: "Another process has been writing to the index for too long" };
  return { code: "unavailable" as const, message: `The embedded passage index failed: ${detail}` };
};

const reply = ({ number, organizationId, question }: Asked): Answered => {
  try {
    return { number, ...answer(fileOf(organizationId), question) };
  } catch (error) {
    return { number, fault: faultOf(error) };
  }
};

parentPort?.on("message", (asked: Asked) => parentPort?.postMessage(reply(asked)));
