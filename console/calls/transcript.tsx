import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Transcript as TranscriptAnswer } from "../api/routes.ts";
import { Play } from "../ui/icons.ts";
import { formatExact, formatLength } from "../words/format.ts";
import { words } from "../words/words.ts";
import { transcriptQuery } from "./call-queries.ts";
import styles from "./calls.module.css";
import { describeStep } from "./timeline-lines.ts";

type Entry = TranscriptAnswer["entries"][number];

interface TranscriptProps {
  address: { agentId: number; callId: number };
  isLive: boolean;
  /** The line that is played now. */
  lit: number | null;
  /** The line that was asked for, anew each time; it is scrolled to. */
  shown: { entryId: number } | null;
  /** Returns the position of a line in the recording; null when there is none. */
  secondsOf: ((entry: Entry) => number) | null;
  onPlay(seconds: number): void;
}

const SPEAKERS: Readonly<Partial<Record<Entry["speaker"], string>>> = {
  agent: words.calls.spokenByAgent,
  person: words.calls.person,
  supervisor: words.supervision.supervisor,
  whisper: words.supervision.whisperer,
};

const isSpoken = ({ speaker }: Entry): boolean => SPEAKERS[speaker] !== undefined;

/** Returns the last line that had begun by then. */
export const findLineAt = (
  entries: readonly Entry[],
  secondsOf: (entry: Entry) => number,
  seconds: number,
): Entry | undefined => entries.findLast((entry) => isSpoken(entry) && secondsOf(entry) <= seconds + 0.05);

/** Lists what was said and done, in order; it grows during the call and highlights the played line. */
export const Transcript = ({ address, isLive, lit, shown, secondsOf, onPlay }: TranscriptProps) => {
  const { data } = useQuery(transcriptQuery(address, isLive));
  const list = useRef<HTMLOListElement>(null);
  const isThere = data?.entries.some(({ id }) => id === shown?.entryId) === true;
  useEffect(() => {
    if (!isThere || shown === null) return;
    const line = list.current?.querySelector<HTMLElement>(`[data-entry="${shown.entryId}"]`);
    line?.scrollIntoView({ block: "center" });
    line?.focus({ preventScroll: true });
  }, [isThere, shown]);
  if (data?.entries.length === 0) return <p className={styles.none}>{words.calls.noTranscript}</p>;
  return (
    <ol ref={list} className={styles.transcript} aria-live={isLive ? "polite" : "off"}>
      {data?.entries.map((entry) =>
        isSpoken(entry) ? (
          <Line
            key={entry.id}
            entry={entry}
            isLit={entry.id === lit || entry.id === shown?.entryId}
            seconds={secondsOf ? secondsOf(entry) : null}
            onPlay={onPlay}
          />
        ) : (
          <li key={entry.id} data-speaker={entry.speaker} className={styles.step}>
            {describeStep(entry)}
          </li>
        ),
      )}
    </ol>
  );
};

interface LineProps {
  entry: Entry;
  isLit: boolean;
  seconds: number | null;
  onPlay(seconds: number): void;
}

const Line = ({ entry: { id, at, speaker, text, heard }, isLit, seconds, onPlay }: LineProps) => (
  <li
    data-entry={id}
    // What is scrolled to takes the focus, so that it is read out too.
    tabIndex={-1}
    data-speaker={speaker}
    data-lit={isLit}
    data-plays={seconds !== null}
    aria-current={isLit ? "true" : undefined}
    // The click is for the mouse, which may also select words to copy them; the button works for everybody.
    onClick={() => seconds !== null && getSelection()?.isCollapsed !== false && onPlay(seconds)}
  >
    <div className={styles.speaker}>
      <strong>{SPEAKERS[speaker]}</strong>
      <time dateTime={at}>{formatExact(at)}</time>
    </div>
    <p>
      {heard ?? text}
      {heard !== null && <s>{text.slice(heard.length)}</s>}
    </p>
    {seconds !== null && (
      <button
        type="button"
        className={styles.hear}
        aria-label={words.calls.hearFrom(formatLength(Math.floor(seconds)))}
        onClick={(event) => {
          // The line's own handler checks for selected words, which does not concern the button.
          event.stopPropagation();
          onPlay(seconds);
        }}
      >
        <Play aria-hidden /> {formatLength(Math.floor(seconds))}
      </button>
    )}
  </li>
);
