import type { PlayedEntry, RehearsedState } from "../api/routes.ts";
import transcript from "../calls/calls.module.css";
import { formatLength, formatName } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./rehearsals.module.css";
import { toSeconds } from "./to-seconds.ts";

interface PlayedProps {
  entries: readonly PlayedEntry[];
  state: RehearsedState;
  /** The sentences by which a check came out as it did. */
  decisive: ReadonlySet<string>;
}

/** Every word of a rehearsed conversation, and every way and tool, in order. */
export const Played = ({ entries, state, decisive }: PlayedProps) => {
  if (state === "waiting" || state === "playing") return <p>{words.rehearsals.notYet}</p>;
  if (entries.length === 0) return <p>{words.rehearsals.nobodySpoke}</p>;
  return (
    <ol className={transcript.transcript}>
      {entries.map((entry, index) =>
        entry.speaker === "agent" || entry.speaker === "person" ? (
          <Spoken key={index} entry={entry} isDecisive={isAmong(entry.text, decisive)} />
        ) : (
          <li key={index} data-speaker={entry.speaker} className={transcript.step}>
            {entry.speaker === "tool"
              ? words.rehearsals.calledTool(formatName(entry.text))
              : words.rehearsals.tookStep(formatName(entry.text))}
            {entry.speaker === "tool" && <Exchanged entry={entry} />}
          </li>
        ),
      )}
    </ol>
  );
};

/** A judge may give a part of what was said. */
const isAmong = (text: string, sentences: ReadonlySet<string>): boolean =>
  [...sentences].some((sentence) => sentence !== "" && text.includes(sentence));

const Spoken = ({ entry, isDecisive }: { entry: PlayedEntry; isDecisive: boolean }) => {
  const { speaker, text, heard, at_ms: atMs } = entry;
  return (
    <li data-speaker={speaker} data-lit={isDecisive}>
      <div className={transcript.speaker}>
        <strong>{speaker === "agent" ? words.rehearsals.agent : words.rehearsals.person}</strong>
        <span>
          {isDecisive && `${words.rehearsals.decided} · `}
          {formatLength(Math.floor(toSeconds(atMs)))}
        </span>
      </div>
      <p>
        {heard ?? text}
        {heard !== null && heard !== text && <s aria-label={words.rehearsals.cutOff}>{text.slice(heard.length)}</s>}
      </p>
    </li>
  );
};

/** What a tool was given and what it answered. */
const Exchanged = ({ entry: { arguments: given, result } }: { entry: PlayedEntry }) => {
  const shown = [given, result].filter((each) => each !== null && each !== "" && each !== "{}");
  return shown.length === 0 ? null : <code className={styles.exchanged}>{shown.join(" → ")}</code>;
};
