import { useQuery } from "@tanstack/react-query";
import { exact } from "../words/format.ts";
import { words } from "../words/words.ts";
import { transcriptQuery } from "./call-queries.ts";
import styles from "./calls.module.css";

interface TranscriptProps {
  address: { agentId: number; callId: number };
  isLive: boolean;
}

/** What was said and done, in order; it grows while the call lasts. */
export const Transcript = ({ address, isLive }: TranscriptProps) => {
  const { data } = useQuery(transcriptQuery(address, isLive));
  if (data?.entries.length === 0) return <p className={styles.none}>{words.calls.noTranscript}</p>;
  return (
    <ol className={styles.transcript} aria-live={isLive ? "polite" : "off"}>
      {data?.entries.map(({ id, at, speaker, text, heard }) =>
        speaker === "agent" || speaker === "person" ? (
          <li key={id} data-speaker={speaker}>
            <div className={styles.speaker}>
              <strong>{speaker === "agent" ? words.calls.spokenByAgent : words.calls.person}</strong>
              <time dateTime={at}>{exact(at)}</time>
            </div>
            <p>
              {heard ?? text}
              {heard !== null && <s>{text.slice(heard.length)}</s>}
            </p>
          </li>
        ) : (
          <li key={id} data-speaker={speaker} className={styles.step}>
            {text}
          </li>
        ),
      )}
    </ol>
  );
};
