import { speakText, type Turn } from "./turn.ts";

/** A tool that answers sooner leaves no silence that anybody would notice. */
export const WAIT_SAID_AFTER_MS = 4_000;
/** Nobody waits for longer in silence, and nobody wants to hear it more often. */
export const WAIT_SAID_EVERY_MS = 12_000;

/** Nobody notices a shorter silence, and music would only begin and break off. */
export const MUSIC_PLAYS_AFTER_MS = 1_000;

/**
 * Fills the silence while a tool works: by the agent's music where the session can play it, by words otherwise. Returns the function
 * that ends it.
 */
export const fillWhileToolWorks = (turn: Turn): (() => Promise<void>) => {
  const recordingId = turn.settings.toolMusicRecordingId;
  const { playMusic } = turn.session;
  return recordingId !== null && playMusic ? playWhileToolWorks(turn, recordingId, playMusic) : sayWhileToolWorks(turn);
};

/** A recording that was deleted is replaced by words. */
const playWhileToolWorks = (
  turn: Turn,
  recordingId: string,
  playMusic: (url: string | null) => void,
): (() => Promise<void>) => {
  const { ports, run, claim, signal } = turn;
  let isOver = false;
  let playsSince: number | null = null;
  let endWords: (() => Promise<void>) | null = null;
  const begin = async (): Promise<void> => {
    const recording = await ports.recordings.find({ organizationId: run.organizationId, recordingId });
    if (isOver || signal.aborted) return;
    if (recording === null) endWords = sayWhileToolWorks(turn);
    else {
      playsSince = performance.now();
      playMusic(recording.url);
    }
  };
  let beginning = Promise.resolve();
  const warn = (err: unknown) =>
    ports.logger.warn({ err, run_uuid: run.runUuid, recording_id: recordingId }, "no music played while a tool worked");
  const timer = setTimeout(() => {
    beginning = begin().catch(warn);
  }, MUSIC_PLAYS_AFTER_MS);
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await beginning;
    await endWords?.();
    if (playsSince === null) return;
    playMusic(null);
    const playedMs = Math.round(performance.now() - playsSince);
    // The person waits for the answer, and not for this.
    void ports.store.notePlayed(claim, { recordingId, playedMs }).catch(warn);
  };
};

/**
 * Asks the person on the line to wait while a tool works, again and again. Returns the function that ends it, once a sentence that is
 * being said is handed over.
 */
const sayWhileToolWorks = (turn: Turn): (() => Promise<void>) => {
  let saying = Promise.resolve();
  if (turn.run.driver === "text") return () => saying;
  const say = () => {
    if (!turn.signal.aborted) saying = speakText(turn, turn.settings.phrases.one_moment).catch(() => {});
  };
  let timer = setTimeout(function again() {
    say();
    timer = setTimeout(again, WAIT_SAID_EVERY_MS);
  }, WAIT_SAID_AFTER_MS);
  return () => {
    clearTimeout(timer);
    return saying;
  };
};
