import { useQuery } from "@tanstack/react-query";
import type { Run } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { formatLength } from "../words/format.ts";
import { words } from "../words/words.ts";
import { peaksQuery } from "./call-queries.ts";
import styles from "./calls.module.css";
import { pathOf } from "./link-paths.ts";
import type { Playback } from "./use-playback.ts";
import { Waveform } from "./waveform.tsx";

/** Shows the recording as a waveform and a player; moving either moves the words. */
export const Recording = ({ call, playback }: { call: Run; playback: Playback }) => (
  <Card title={words.calls.recording}>
    {call.recording_public_url ? (
      <div className={styles.recording}>
        <Picture call={call} playback={playback} />
        <audio
          ref={playback.audio}
          className={styles.audio}
          controls
          preload="metadata"
          aria-label={words.calls.recording}
          src={pathOf(call.recording_public_url, "inline=true")}
          onTimeUpdate={({ currentTarget }) => playback.setSeconds(currentTarget.currentTime)}
        />
      </div>
    ) : (
      <p className={styles.none}>{words.calls.noRecording}</p>
    )}
  </Card>
);

const Picture = ({ call, playback }: { call: Run; playback: Playback }) => {
  const { data } = useQuery(peaksQuery({ agentId: call.workflow_id, callId: call.id }));
  const seconds = (data?.length_ms ?? 0) / 1000;
  if (!data || seconds === 0) return null;
  const at = Math.min(seconds, playback.seconds ?? 0);
  return (
    <div className={styles.picture}>
      {data.channels.map(({ speaker, peaks }, channel) => (
        <Waveform
          key={speaker ?? channel}
          name={speaker === null ? null : speaker === "agent" ? words.calls.spokenByAgent : words.calls.person}
          speaker={speaker}
          peaks={peaks}
          played={at / seconds}
        />
      ))}
      <input
        type="range"
        className={styles.position}
        aria-label={words.calls.position}
        aria-valuetext={words.calls.positionOf(formatLength(at), formatLength(seconds))}
        min={0}
        max={seconds}
        step="any"
        value={at}
        onChange={({ target }) => playback.moveTo(target.valueAsNumber)}
      />
    </div>
  );
};
