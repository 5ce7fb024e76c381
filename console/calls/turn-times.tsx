import type { Transcript } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { formatTimes } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./turn-times.module.css";

type Turn = Transcript["turns"][number];
type Stage = keyof typeof words.calls.stages;

/** What the person waits for, in its order. */
const AWAITED = [
  { stage: "end_of_turn", color: "--chart-no-answer" },
  { stage: "recognized", color: "--chart-in-flight" },
  { stage: "first_token", color: "--chart-voicemail" },
  { stage: "first_words", color: "--chart-opted-out" },
  { stage: "first_sound", color: "--chart-busy" },
] as const;
const SAID: readonly Stage[] = ["heard", ...AWAITED.map(({ stage }) => stage), "spoken"];

const secondsOf = (ms: number): string => words.calls.seconds(formatTimes(ms / 1000));

const awaitedOf = (turn: Turn): number => AWAITED.reduce((sum, { stage }) => sum + (turn[`${stage}_ms`] ?? 0), 0);

/** Shows where the time of each turn went; nothing where nobody has measured any. */
export const TurnTimes = ({ turns }: { turns: readonly Turn[] }) => {
  const measured = turns.filter((turn) => awaitedOf(turn) > 0);
  if (measured.length === 0) return null;
  const longest = Math.max(...measured.map(awaitedOf));
  const present = AWAITED.filter(({ stage }) => measured.some((turn) => turn[`${stage}_ms`] !== null));
  return (
    <Card title={words.calls.turnTimes}>
      <p className={styles.text}>{words.calls.turnTimesText}</p>
      <ol className={styles.turns} aria-label={words.calls.turnTimes}>
        {measured.map((turn) => (
          <TurnBar key={turn.turn} turn={turn} longest={longest} />
        ))}
      </ol>
      <ul className={styles.legend}>
        {present.map(({ stage, color }) => (
          <li key={stage}>
            <span style={{ background: `var(${color})` }} />
            {words.calls.stages[stage]}
          </li>
        ))}
      </ul>
    </Card>
  );
};

const TurnBar = ({ turn, longest }: { turn: Turn; longest: number }) => {
  const awaited = awaitedOf(turn);
  const parts = SAID.flatMap((stage) => {
    const ms = turn[`${stage}_ms`];
    return ms === null ? [] : [`${words.calls.stages[stage]} ${secondsOf(ms)}`];
  }).join(", ");
  const told = words.calls.turnTimesOf(turn.turn, secondsOf(awaited), parts);
  return (
    <li>
      <span>{words.calls.turn(turn.turn)}</span>
      <span role="img" aria-label={told} title={parts} className={styles.track}>
        {AWAITED.map(({ stage, color }) => {
          const ms = turn[`${stage}_ms`];
          const width = `${(100 * (ms ?? 0)) / longest}%`;
          return ms !== null && <span key={stage} style={{ width, background: `var(${color})` }} />;
        })}
      </span>
      <span className={styles.value}>{secondsOf(awaited)}</span>
    </li>
  );
};
