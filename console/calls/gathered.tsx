import type { Run } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { MessageSquare, Play } from "../ui/icons.ts";
import { Facts } from "../ui/page.tsx";
import { formatLength, formatValue } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./calls.module.css";

type Evidence = NonNullable<Run["evidence"]>[string];

/** What the platform itself keeps beside the gathered values; it is shown elsewhere. */
const NOT_GATHERED = ["mapped_call_disposition", "call_disposition", "nodes_visited"];

interface GatheredProps {
  call: Run;
  /** Returns the position of words in the recording; null when there is none. */
  secondsOf: ((said: { at: string }) => number) | null;
  onPlay(seconds: number): void;
  /** Shows a line of the transcript. */
  onShow(entryId: number): void;
}

/** The variables that the agent has gathered, each with the person's own words, which lead to their place. */
export const Gathered = ({ call, secondsOf, onPlay, onShow }: GatheredProps) => {
  const entries = Object.entries(call.gathered_context ?? {}).filter(
    ([name, value]) => value !== null && value !== undefined && !NOT_GATHERED.includes(name),
  );
  const look = ({ at, entry_id: id }: Evidence) => {
    if (secondsOf && at !== null) onPlay(secondsOf({ at }));
    if (id !== null) onShow(id);
  };
  return (
    <Card title={words.calls.gathered}>
      {entries.length === 0 ? (
        <p className={styles.none}>{words.calls.noVariables}</p>
      ) : (
        <Facts
          facts={entries.map(([name, value]) => {
            const evidence = call.evidence?.[name];
            if (!evidence) return [name, formatValue(value)] as const;
            return [name, <Proven key={name} {...{ name, value, evidence, secondsOf, look }} />] as const;
          })}
        />
      )}
    </Card>
  );
};

interface ProvenProps extends Pick<GatheredProps, "secondsOf"> {
  name: string;
  value: unknown;
  evidence: Evidence;
  look(evidence: Evidence): void;
}

const Proven = ({ name, value, evidence, secondsOf, look }: ProvenProps) => {
  const { text, at, entry_id: id } = evidence;
  const seconds = secondsOf && at !== null ? formatLength(Math.floor(secondsOf({ at }))) : null;
  return (
    <>
      {formatValue(value)}
      <div className={styles.evidence}>
        <q>{text}</q>
        {(seconds !== null || id !== null) && (
          <Button
            kind="quiet"
            aria-label={seconds === null ? words.calls.showWordsOf(name) : words.calls.hearWordsOf(name, seconds)}
            onClick={() => look(evidence)}
          >
            {seconds === null ? <MessageSquare aria-hidden /> : <Play aria-hidden />}
            {seconds ?? words.calls.showWords}
          </Button>
        )}
      </div>
    </>
  );
};
